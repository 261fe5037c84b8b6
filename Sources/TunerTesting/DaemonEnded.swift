import SystemCore

/// The daemon of a test has ended before the test.
package struct DaemonEnded: Error, CustomStringConvertible {
    let end: ProcessEnd?
    /// The output and the messages of the daemon.
    let log: String

    /// A sentence for people, with the end of the log.
    package var description: String {
        let way =
            switch end {
            case .exited(let code)?: "exited with code \(code)"
            case .killed(let signal)?: "was killed by signal \(signal.number)"
            case nil: "ended"
            }
        let lines = log.split(separator: "\n").suffix(20)
        return (["tunerd \(way) before the test ended" + (lines.isEmpty ? "" : ":")] + lines).joined(separator: "\n")
    }
}
