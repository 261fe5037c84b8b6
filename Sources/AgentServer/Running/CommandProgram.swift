import JSONCore
import LoopCore
import SystemCore

/// A child process on an event loop.
final class CommandProgram: AgentProgram {
    var whenLine: (String) -> Void = { _ in }
    var whenEnded: (Int32, String) -> Void = { _, _ in }

    private let pid: Int32
    private let loop: EventLoop
    private let process: Descriptor
    private var output: PipeLines?
    private var messages: PipeLines?
    private var watcher: ProcessWatcher?
    private var end: ProcessEnd?
    /// The last lines of the messages.
    private var lastMessages: [String] = []

    /// The number of lines of messages that an error has.
    private static let mostMessages = 10

    /// Starts a program from the search path, in its own process group and with an empty input.
    init(_ words: [RawText], on loop: EventLoop) throws(SystemError) {
        self.loop = loop
        let group = try PipedGroup(words)
        pid = group.pid
        process = group.process
        output = try PipeLines(group.output, on: loop) { [unowned self] line in
            if let line { whenLine(line) } else { finish() }
        }
        messages = try PipeLines(group.messages, on: loop) { [unowned self] line in
            if let line { note(line) } else { finish() }
        }
        let watcher = ProcessWatcher { [unowned self] in noteEnd() }
        self.watcher = watcher
        try loop.add(self.process, source: watcher, interest: .readable)
    }

    deinit {
        if end == nil {
            Kernel.killGroup(pid)
            _ = try? Kernel.waitForEnd(ofChild: pid)
        }
    }

    func terminate() {
        if end == nil { Kernel.send(.terminate, toGroup: pid) }
    }

    private func note(_ line: String) { lastMessages = (lastMessages + [line]).suffix(CommandProgram.mostMessages) }

    private func noteEnd() {
        _ = try? loop.remove(process)
        watcher = nil
        finish()
    }

    /// Reports the end when the process has ended and its streams, too.
    private func finish() {
        guard watcher == nil, output?.hasEnded == true, messages?.hasEnded == true, end == nil else { return }
        Kernel.killGroup(pid)
        let end = (try? Kernel.waitForEnd(ofChild: pid)) ?? .exited(-1)
        self.end = end
        let code: Int32 =
            switch end {
            case .exited(let code): code
            case .killed(let signal): 128 + signal.number
            }
        whenEnded(code, lastMessages.joined(separator: "\n"))
    }
}

/// Reports that a process has ended.
private final class ProcessWatcher: EventSource {
    private let whenEnded: () -> Void

    init(_ whenEnded: @escaping () -> Void) { self.whenEnded = whenEnded }

    func ready(_ readiness: Readiness) { whenEnded() }
}

/// The lines that a program writes to a pipe.
private final class PipeLines: EventSource {
    private static let longestLine = 1 << 20

    private(set) var hasEnded = false
    private let pipe: Descriptor
    private let loop: EventLoop
    private var reader = LineReader(limit: PipeLines.longestLine)
    private let handle: (String?) -> Void

    /// Reads a pipe; `handle` receives each line, and nil at the end.
    init(
        _ pipe: consuming Descriptor,
        on loop: EventLoop,
        _ handle: @escaping (String?) -> Void
    ) throws(SystemError) {
        (self.loop, self.handle) = (loop, handle)
        self.pipe = pipe
        try loop.add(self.pipe, source: self, interest: .readable)
    }

    func ready(_ readiness: Readiness) {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        var span = bytes.mutableSpan
        switch try? Kernel.read(pipe, into: &span) {
        case .bytes(let count): pass(reader.add(bytes.prefix(count)))
        case .wouldBlock: break
        case .end, nil:
            _ = try? loop.remove(pipe)
            hasEnded = true
            pass(reader.finish())
            handle(nil)
        }
    }

    private func pass(_ events: [LineReader.Event]) {
        for case .line(let bytes) in events { handle(String(decoding: bytes, as: UTF8.self)) }
    }
}
