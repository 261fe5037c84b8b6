import ConsoleCore
import JSONCore

/// The result of a ping.
enum Liveness: Equatable {
    /// The daemon responded after this time.
    case up(Duration)
    /// The daemon is down; the time since `ping --watch` noticed this, if it has.
    case down(Duration?)

    /// Returns the line to print.
    func line(_ output: Output) -> String {
        output.isJSON ? "\(JSONText.compact(json))\n" : "\(text(output))\n"
    }

    private func text(_ output: Output) -> String {
        switch self {
        case .up(let time): Color.up.paint("up \(time.milliseconds)", output)
        case .down(let time): Color.down.paint(time.map { "down \($0.words)" } ?? "down", output)
        }
    }

    private var json: JSON {
        switch self {
        case .up(let time): ["up": true, "milliseconds": .double(time / .milliseconds(1))]
        case .down(let time?): ["up": false, "seconds": .double(time / .seconds(1))]
        case .down(nil): ["up": false]
        }
    }
}
