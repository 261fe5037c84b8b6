import SystemCore

/// A program that runs in its own process group, with empty input, and whose output is read.
///
/// Releasing the last reference kills all processes of the group.
final class GroupProgram {
    let output: OutputTail
    let messages: OutputTail
    private let pid: Int32
    /// Readable when the first process of the group has ended.
    private let process: Descriptor
    /// Whether the first process of the group has ended, as far as `refresh()` or `noteEnd()` know.
    private(set) var hasFirstEnded = false
    /// How the program has ended; nil until `finish()`.
    private var end: ProcessEnd?

    init(_ words: [RawText]) throws(SystemError) {
        let group = try PipedGroup(words)
        pid = group.pid
        process = group.process
        output = OutputTail(group.output)
        messages = OutputTail(group.messages)
    }

    deinit {
        if end == nil { _ = try? finish() }
    }

    /// Adds the program to a poller: `token` reports its end until `noteEnd()`, and `outputToken` its output.
    func watch(by poller: borrowing Poller, token: UInt64, outputToken: UInt64) throws(SystemError) {
        if !hasFirstEnded { try poller.add(process, token: token, interest: .readable) }
        try output.watch(by: poller, token: outputToken)
        try messages.watch(by: poller, token: outputToken)
    }

    /// Reads what the program has printed so far.
    func read() {
        output.read()
        messages.read()
    }

    /// Notes whether the first process has ended, and reads what the program has printed so far.
    func refresh() throws(SystemError) {
        if !hasFirstEnded { hasFirstEnded = try !Kernel.wait(for: .readable, on: process, .none).isEmpty }
        read()
    }

    /// Notes that the first process of the group has ended.
    func noteEnd() { hasFirstEnded = true }

    /// Whether the first process has ended, and no other one can print any more.
    var isSilent: Bool { hasFirstEnded && output.hasEnded && messages.hasEnded }

    /// Whether all processes of the group have ended.
    var isFinished: Bool { end != nil }

    /// Asks all processes of the group to end; not after `finish()`.
    func terminate() {
        precondition(!isFinished, "the number of the group can be another group's")
        Kernel.send(.terminate, toGroup: pid)
    }

    /// Kills what is left of the group, and returns how its first process has ended.
    ///
    /// After that, the number of the group can be another group's.
    func finish() throws(SystemError) -> ProcessEnd {
        if let end { return end }
        Kernel.killGroup(pid)
        let end = try Kernel.waitForEnd(ofChild: pid)
        self.end = end
        hasFirstEnded = true
        read()
        return end
    }

    /// The last lines of the output and of the messages.
    func lastLines(_ count: Int) -> [String] { (output.lines.suffix(count) + messages.lines).suffix(count) }
}

@available(*, unavailable)
extension GroupProgram: Sendable {}
