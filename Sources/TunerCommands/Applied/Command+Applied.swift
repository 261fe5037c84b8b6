import ConsoleCore
import JSONCore
import TunerAPI

extension Command {
    static let applied = Command(
        "applied",
        "Print which programs use the values of some or all keys, and which do not yet.",
        "[PATTERN]...",
        shell: .repeatable,
        details: """
            Each row is a subscription of a program. STATE is one of these:

            applied  The program uses all values that it has received.
            waiting  A value is not received, read or reported yet.
            refused  The program does not use a value. NOTE has the reason.
            unknown  The program does not report. Programs that use a client library report.

            APPLIED is the last reported revision, then the last sent revision. With 11 of 12, the program has reported
            11, and the daemon has sent 12. AFTER is the time between the publication of the reported revision and the
            report.

            With PATTERN, the command prints the programs that subscribe to one of the matching keys. STATE and NOTE are
            then about these keys only. A pattern without a star is a key.
            """,
        examples: ["tunerctl applied", "tunerctl applied game.wind", "tunerctl applied 'game.*'"]
    ) { (invocation, output) throws(Failure) in
        let patterns = try invocation.arguments
        let connection = try invocation.connect()
        let subscribers = try connection.subscribers(ofKeysMatching: patterns)
        if subscribers.isEmpty, !output.isJSON {
            let names = patterns.isEmpty ? "" : " to \(patterns.map(\.shownWhole).joined(separator: " or "))"
            output.note("tunerctl: no program subscribes\(names)\n")
        }
        let sorted = subscribers.filter(\.needsAttention) + subscribers.filter { !$0.needsAttention }
        return try output.print(
            ["subscribers": .array(sorted.map { JSON($0) })],
            else: AppliedText.table(sorted, columns: output.columns)
        )
    }
}

extension SubscriberRecord {
    /// Whether a person looks for this state first.
    fileprivate var needsAttention: Bool { state == .waiting || state == .refused }
}
