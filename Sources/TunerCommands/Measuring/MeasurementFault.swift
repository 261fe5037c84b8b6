import ConsoleCore
import JSONCore
import SystemCore

/// The reason for which a measurement has no number.
enum MeasurementFault: Error, Equatable {
    /// The metric command has failed; with the end of its output.
    case metricFailed(ProcessEnd, [String])
    /// The last line of the metric command is not a number.
    case noNumber([String], messages: [String])
    /// The program has ended before the metric command; with the end of its output.
    case programEnded(ProcessEnd, [String])
    /// The metric command or the guard has run longer than the limit.
    case tooSlow(Duration)
    /// Programs do not use the values; with a sentence about each.
    case notApplied([String])

    /// A sentence for people, and lines with the end of the output.
    var description: String {
        switch self {
        case .metricFailed(let end, let lines):
            "the metric command has ended with \(end.words)\(MeasurementFault.shown(lines))"
        case .noNumber(let lines, let messages):
            "the last line of the metric command must be a number"
                + "\(lines.last.map { ", got \($0.shown)" } ?? ", but it has printed nothing")"
                + MeasurementFault.shown(lines.dropLast() + messages)
        case .programEnded(let end, let lines):
            "the program has ended with \(end.words) before the metric command\(MeasurementFault.shown(lines))"
        case .notApplied(let sentences): sentences.joined(separator: "; ")
        case .tooSlow(let limit): "the metric command or the guard has not ended within \(limit.inSeconds)"
        }
    }

    private static func shown(_ lines: [String]) -> String {
        lines.isEmpty ? "" : "; its output ends with:" + lines.map { "\n  \($0.shownWhole)" }.joined()
    }
}
