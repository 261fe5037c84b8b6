import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A child process that a test starts and observes; releasing the last reference kills its process group.
package final class Program {
    /// The exit code and output of a process that has ended.
    package struct Result: Equatable, Sendable {
        /// The exit code; 128 plus the signal's number if a signal killed the process.
        package var code: Int32
        /// The content of standard output; on a terminal, of standard error too.
        package var output: String
        package var errors: String

        package init(code: Int32, output: String = "", errors: String = "") {
            self.code = code
            self.output = output
            self.errors = errors
        }
    }

    /// The kind of a program's standard streams.
    package enum Streams: Sendable {
        /// Empty standard input, and pipes for standard output and standard error.
        case pipes
        /// Pipes for all three streams.
        case allPipes
        /// One terminal for all three streams.
        case terminal
    }

    package let processID: Int32
    /// A descriptor that is readable when the process has ended.
    private let process: Descriptor
    private var input: StreamEnd?
    private var outputs: [StreamEnd?]
    private var end: ProcessEnd?
    private var linesTaken = 0

    /// Creates a process in a new process group.
    ///
    /// If `environment` is nil, the program inherits the environment of the tests. The program receives the additional
    /// descriptors as 3 and higher.
    package init(
        _ path: String,
        _ arguments: [String] = [],
        environment: [String: String]? = nil,
        on streams: Streams = .pipes,
        passing descriptors: [Int32] = []
    ) throws {
        let theirs: [StreamEnd]
        switch streams {
        case .pipes, .allPipes:
            let (read, output, errors) = (try StreamEnd.pipe(), try StreamEnd.pipe(), try StreamEnd.pipe())
            outputs = [output.reading, errors.reading]
            // For `.pipes`, the writing end closes, so the program reads the end of the file at once.
            input = streams == .allPipes ? read.writing : nil
            theirs = [read.reading, output.writing, errors.writing]
        case .terminal:
            let pair = try StreamEnd.terminal()
            outputs = [pair.person]
            theirs = [pair.terminal, pair.terminal, pair.terminal]
        }
        for stream in theirs { try Kernel.setNonBlocking(stream.descriptor, false) }
        let passed = theirs.map { $0.descriptor.raw } + descriptors
        processID = try Kernel.spawn(path, arguments, environment, passing: passed)
        guard let process = try Kernel.openProcess(processID) else {
            preconditionFailure("a child is there until it was waited for")
        }
        self.process = process
    }

    /// Creates a process that runs a shell script with the arguments as `$1` and following.
    package convenience init(
        script: String,
        _ arguments: [String] = [],
        environment: [String: String]? = nil,
        on streams: Streams = .pipes,
        passing descriptors: [Int32] = []
    ) throws {
        let words = ["-c", script, "sh"] + arguments
        try self.init("/bin/sh", words, environment: environment, on: streams, passing: descriptors)
    }

    deinit {
        guard (try? hasEnded()) != true else { return }
        killGroup()
        // Without this, a call that waits for any child could receive this child.
        _ = try? Kernel.waitForEnd(ofChild: processID)
    }

    /// Waits until the process ends; throws if the time limit passes first.
    package func wait(within limit: Duration = .seconds(60)) throws -> Result {
        let deadline = Kernel.monotonicTime() + limit
        while try !hasEnded() {
            guard try waitForActivity(by: deadline) else {
                throw ProgramFault.hasNotEnded(output: text(0), errors: text(1))
            }
        }
        try readAvailable()
        return Result(code: end?.code ?? -1, output: text(0), errors: text(1))
    }

    /// Waits until standard output satisfies a condition, and returns the output so far; throws if that never happens.
    package func output(until isEnough: (String) -> Bool) throws -> String { try required(0, until: isEnough) }

    /// Waits until standard error satisfies a condition, and returns the errors so far; throws if that never happens.
    package func errors(until isEnough: (String) -> Bool) throws -> String { try required(1, until: isEnough) }

    /// Waits until standard output satisfies a condition, the program ends or the time is over, and returns the output
    /// so far.
    package func output(within limit: Duration, until isEnough: (String) -> Bool) throws -> String {
        try text(0, within: limit, until: isEnough)
    }

    /// Waits until standard error satisfies a condition, the program ends or the time is over, and returns the errors
    /// so far.
    package func errors(within limit: Duration, until isEnough: (String) -> Bool) throws -> String {
        try text(1, within: limit, until: isEnough)
    }

    /// Returns the next line of output; an empty string if the program prints no more lines in time.
    package func line() throws -> String {
        let lines = { (text: String) in text.split(separator: "\n", omittingEmptySubsequences: false) }
        let text = try output(within: .seconds(60)) { lines($0).count > linesTaken + 1 }
        guard lines(text).count > linesTaken + 1 else { return "" }
        linesTaken += 1
        return String(lines(text)[linesTaken - 1])
    }

    /// Writes to standard input; stops without an error if the program has closed it.
    package func write(_ text: String, within limit: Duration = .seconds(60)) throws {
        let bytes = Array(text.utf8)
        let deadline = Kernel.monotonicTime() + limit
        var written = 0
        while let input, written < bytes.count {
            switch try input.write(bytes.span.extracting(written...)) {
            case .bytes(let count): written += count
            case .end: self.input = nil
            case .wouldBlock:
                guard try waitForActivity(by: deadline, writing: true) else { throw ProgramFault.doesNotRead }
            }
        }
    }

    /// Waits until the program has read all its input.
    package func waitUntilRead() throws {
        let isRead = try eventually {
            guard let input else { return true }
            var unread: Int32 = 0
            let result = unsafe ioctl(input.descriptor.raw, UInt(FIONREAD), &unread)
            return result == 0 && unread == 0
        }
        guard isRead else { throw ProgramFault.doesNotRead }
    }

    /// Closes standard input, so that the program reads the end of the file.
    package func endInput() { input = nil }

    /// Closes this end of standard output.
    package func endOutput() { outputs[0] = nil }

    /// Closes this end of standard error.
    package func endErrors() { outputs[1] = nil }

    /// Sends a signal unless the process has ended.
    package func send(_ signal: Int32) throws {
        guard try !hasEnded() else { return }
        kill(processID, signal)
    }

    /// Stops the process, and returns when none of its threads runs any more.
    package func suspend() throws {
        try send(SIGSTOP)
        let tasks = "/proc/\(processID)/task"
        let areStopped = try eventually {
            try Kernel.names(in: tasks).allSatisfy { thread in
                let status = try? KernelFile(try Kernel.open("\(tasks)/\(thread)/status", .read)).readWhole()
                return status.map { String(decoding: $0, as: UTF8.self).contains("\nState:\tT") } ?? true
            }
        }
        guard areStopped else { throw NotSuspended() }
    }

    /// The process runs on after SIGSTOP.
    package struct NotSuspended: Error {}

    /// Continues the process with SIGCONT, repeatedly, until it ends.
    package func continueUntilEnd() throws -> Result {
        _ = try eventually {
            try send(SIGCONT)
            return try hasEnded()
        }
        return try wait()
    }

    /// Kills the process and its process group, as a crash would, and waits for its end.
    package func crash() throws {
        if try !hasEnded() { killGroup() }
        _ = try wait(within: .seconds(60))
    }

    private func killGroup() {
        kill(-processID, SIGKILL)
    }

    private func text(_ index: Int) -> String {
        outputs.count > index ? outputs[index]?.text ?? "" : ""
    }

    private func required(_ index: Int, until isEnough: (String) -> Bool) throws -> String {
        let text = try text(index, within: .seconds(60), until: isEnough)
        guard isEnough(text) else { throw ProgramFault.hasNotPrinted(output: self.text(0), errors: self.text(1)) }
        return text
    }

    private func text(_ index: Int, within limit: Duration, until isEnough: (String) -> Bool) throws -> String {
        let deadline = Kernel.monotonicTime() + limit
        while true {
            let hasEnded = try hasEnded()
            try readAvailable()
            guard !isEnough(text(index)), !hasEnded, try waitForActivity(by: deadline) else { return text(index) }
        }
    }

    private func hasEnded() throws(SystemError) -> Bool {
        if end == nil { end = try Kernel.end(ofChild: processID) }
        return end != nil
    }

    private func readAvailable() throws {
        for stream in outputs { try stream?.readAvailable() }
    }

    /// Waits until the program prints something, ends or accepts input, and then reads its output.
    ///
    /// Returns `false` if the deadline passes first.
    private func waitForActivity(by deadline: MonotonicTime, writing: Bool = false) throws -> Bool {
        let poller = try Poller(.poll)
        try poller.add(process, token: 0, interest: .readable)
        for case let stream? in outputs where !stream.hasEnded {
            try poller.add(stream.descriptor, token: 0, interest: .readable)
        }
        if writing, let input { try poller.add(input.descriptor, token: 0, interest: .writable) }
        var events: [PollerEvent] = []
        while events.isEmpty {
            // Polls once more after the deadline, because the test itself may have been without a processor.
            let now = Kernel.monotonicTime()
            try poller.wait(.until(deadline, from: now), into: &events)
            if events.isEmpty, now >= deadline { return false }
        }
        try readAvailable()
        return true
    }
}

extension ProcessEnd {
    /// The exit code in the convention of a shell.
    fileprivate var code: Int32 {
        switch self {
        case .exited(let code): code
        case .killed(let signal): 128 + signal.number
        }
    }
}
