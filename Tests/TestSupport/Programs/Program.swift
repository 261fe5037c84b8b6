import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A real program, started by a test and looked at from outside; what is left of it ends with the last reference.
package final class Program {
    /// What became of it.
    package struct Result: Equatable, Sendable {
        /// The exit code; more than 128 for the signal that killed it.
        package var code: Int32
        /// What came on standard output; a terminal shows both streams there.
        package var output: String
        package var errors: String

        package init(code: Int32, output: String = "", errors: String = "") {
            self.code = code
            self.output = output
            self.errors = errors
        }
    }

    /// Where a program's standard streams lead.
    package enum Streams: Sendable {
        /// Nothing to read; two pipes.
        case pipes
        /// Something to read from a pipe too.
        case allPipes
        /// A terminal for all three.
        case terminal
    }

    package let processID: Int32
    /// Readable when the process has ended.
    private let process: Descriptor
    private var input: StreamEnd?
    private var outputs: [StreamEnd?]
    private var end: ProcessEnd?
    private var linesTaken = 0

    /// Starts a program in a group of its own, with the variables given, or with all of the test's; the descriptors that
    /// are passed begin behind its standard streams.
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
            // Where nobody has the other end, there is nothing to read.
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

    /// Starts a shell script, which finds the arguments from `$1` on.
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
        // A child that nobody has waited for would be in the way of who waits for any.
        _ = try? Kernel.waitForEnd(ofChild: processID)
    }

    /// Waits for the end.
    package func wait(within limit: Duration = .seconds(60)) throws -> Result {
        let deadline = Kernel.monotonicTime() + limit
        while try !hasEnded() {
            guard try hasNews(by: deadline) else { throw ProgramFault.hasNotEnded(output: text(0), errors: text(1)) }
        }
        try readWhatIsThere()
        return Result(code: end?.code ?? -1, output: text(0), errors: text(1))
    }

    /// Waits until standard output is as it should be, or the program has ended; answers what it is.
    package func output(within limit: Duration = .seconds(60), until isEnough: (String) -> Bool) throws -> String {
        try text(0, within: limit, until: isEnough)
    }

    /// The same of standard error.
    package func errors(within limit: Duration = .seconds(60), until isEnough: (String) -> Bool) throws -> String {
        try text(1, within: limit, until: isEnough)
    }

    /// The next line that it prints; empty when it prints no more, or takes too long.
    package func line() throws -> String {
        let lines = { (text: String) in text.split(separator: "\n", omittingEmptySubsequences: false) }
        let text = try output { lines($0).count > linesTaken + 1 }
        guard lines(text).count > linesTaken + 1 else { return "" }
        linesTaken += 1
        return String(lines(text)[linesTaken - 1])
    }

    /// Gives it something to read, unless it reads no more; what it prints is taken only when it has read that.
    package func write(_ text: String, within limit: Duration = .seconds(60)) throws {
        let bytes = Array(text.utf8)
        let deadline = Kernel.monotonicTime() + limit
        var written = 0
        while let input, written < bytes.count {
            switch try input.write(bytes.span.extracting(written...)) {
            case .bytes(let count): written += count
            case .end: self.input = nil
            case .wouldBlock: guard try hasNews(by: deadline, writing: true) else { throw ProgramFault.doesNotRead }
            }
        }
    }

    /// Waits until it has read everything that it was given.
    package func waitUntilRead() throws {
        let isRead = try eventually {
            guard let input else { return true }
            var unread: Int32 = 0
            let answer = unsafe ioctl(input.descriptor.raw, UInt(FIONREAD), &unread)
            return answer == 0 && unread == 0
        }
        guard isRead else { throw ProgramFault.doesNotRead }
    }

    /// Lets it read the end.
    package func endInput() { input = nil }

    /// Reads nothing more of what it prints.
    package func endOutput() { outputs[0] = nil }

    /// Reads nothing more of what it complains of.
    package func endErrors() { outputs[1] = nil }

    /// Sends it a signal, while it has not ended.
    package func send(_ signal: Int32) throws {
        guard try !hasEnded() else { return }
        kill(processID, signal)
    }

    /// Lets it go on each time it is stopped, until it ends.
    package func goOnUntilEnd() throws -> Result {
        _ = try eventually {
            try send(SIGCONT)
            return try hasEnded()
        }
        return try wait()
    }

    /// Ends it as a crash would, with what it has started.
    package func crash() throws {
        if try !hasEnded() { killGroup() }
        _ = try wait(within: .seconds(60))
    }

    private func killGroup() {
        kill(-processID, SIGKILL)
    }

    private func text(_ place: Int) -> String {
        outputs.count > place ? outputs[place]?.text ?? "" : ""
    }

    private func text(_ place: Int, within limit: Duration, until isEnough: (String) -> Bool) throws -> String {
        let deadline = Kernel.monotonicTime() + limit
        while true {
            let hasEnded = try hasEnded()
            try readWhatIsThere()
            guard !isEnough(text(place)), !hasEnded, try hasNews(by: deadline) else { return text(place) }
        }
    }

    private func hasEnded() throws(SystemError) -> Bool {
        if end == nil { end = try Kernel.end(ofChild: processID) }
        return end != nil
    }

    private func readWhatIsThere() throws {
        for stream in outputs { try stream?.readWhatIsThere() }
    }

    /// Waits until it has printed something or ended, or takes what it is given; takes what it has printed.
    private func hasNews(by deadline: MonotonicTime, writing: Bool = false) throws -> Bool {
        let poller = try Poller(.poll)
        try poller.add(process, token: 0, interest: .readable)
        for case let stream? in outputs where !stream.hasEnded {
            try poller.add(stream.descriptor, token: 0, interest: .readable)
        }
        if writing, let input { try poller.add(input.descriptor, token: 0, interest: .writable) }
        var events: [PollerEvent] = []
        while events.isEmpty {
            // Looks once more when it is late: the test itself may have been kept from its processor.
            let now = Kernel.monotonicTime()
            try poller.wait(.until(deadline, from: now), into: &events)
            if events.isEmpty, now >= deadline { return false }
        }
        try readWhatIsThere()
        return true
    }
}

extension ProcessEnd {
    /// As a shell tells it.
    fileprivate var code: Int32 {
        switch self {
        case .exited(let code): code
        case .killed(let signal): 128 + signal.number
        }
    }
}
