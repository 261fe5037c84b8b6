import ConsoleCore
import JSONCore

/// The reason for which the history does not have a revision.
enum HistoryFault: Error, Equatable {
    /// A revision after the last one.
    case noRevision(Int64, last: Int64)
    /// A revision before the oldest one that the history can rebuild.
    case tooOld(Int64, oldest: Int64)
    /// A time before the oldest commit of the history.
    case timeTooOld(String, oldest: Int64)

    /// A sentence for people.
    var description: String {
        switch self {
        case .noRevision(let revision, let last): "there is no revision \(revision); the last one is \(last)"
        case .tooOld(let revision, let oldest):
            "the history does not reach back to revision \(revision); \(HistoryFault.advice(oldest))"
        case .timeTooOld(let time, let oldest):
            "the history does not reach back to \(time.shown); \(HistoryFault.advice(oldest))"
        }
    }

    private static func advice(_ oldest: Int64) -> String {
        "the oldest revision in it is \(oldest); to keep more commits, start tunerd with --history N"
    }
}
