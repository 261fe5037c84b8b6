import OptionCore
import SystemCore

/// A revision as on a command line: its number, or a time after its commit.
enum PastRevision: Equatable {
    case number(Int64)
    /// The last revision at a time, with the text that named it.
    case time(WallTime, String)

    static let expectation = "a revision, a time such as 2026-08-06T20:15:00Z, or a time before now such as 30m"

    /// Reads `12`, `2026-08-06T20:15:00Z`, or `30m` for the time 30 minutes ago; nil for any other text.
    init?(_ text: String, now: WallTime = Kernel.wallTime()) {
        if let number = Int64(text) {
            guard number >= 0 else { return nil }
            self = .number(number)
        } else if let time = WallTime(rfc3339: text) ?? WallTime(rfc3339: "\(text.dropLast()).000Z") {
            self = .time(time, text)
        } else if text.last?.isLetter == true, let seconds = TimeText.seconds(of: text), seconds < 1e12 {
            self = .time(WallTime(milliseconds: now.milliseconds - Int64(seconds * 1_000)), text)
        } else {
            return nil
        }
    }

    /// Reads a word of a command line, which `name` names in the fault.
    init(_ word: String, as name: String, _ invocation: Invocation) throws(Failure) {
        guard let revision = PastRevision(word) else {
            let fault = OptionFault.value(word, option: name, expectation: PastRevision.expectation)
            throw .usage(invocation.error(.option(fault)))
        }
        self = revision
    }
}
