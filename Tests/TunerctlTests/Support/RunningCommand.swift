import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The real program, started by a test and looked at from outside.
final class RunningCommand {
    /// What became of it.
    struct Result: Equatable {
        /// The exit code; more than 128 for the signal that killed it.
        var code: Int32
        /// What came on standard output; a terminal shows both streams there.
        var output = ""
        var errors = ""
    }

    /// Where a program's standard streams lead.
    enum Streams {
        /// Nothing to read; two pipes.
        case pipes
        /// Something to read from a pipe too.
        case allPipes
        /// A terminal for all three.
        case terminal
    }

    let pid: pid_t
    private var input: StreamEnd?
    private var outputs: [StreamEnd?]
    private var status: Int32?

    /// Starts a program with no variables but those given.
    init(
        _ arguments: [String],
        program: String = BuiltProduct.path("tunerctl"),
        environment: [String: String] = [:],
        _ streams: Streams = .pipes
    ) throws {
        var theirs: [StreamEnd] = []
        switch streams {
        case .pipes, .allPipes:
            let (output, errors) = (try StreamEnd.pipe(), try StreamEnd.pipe())
            outputs = [output.reading, errors.reading]
            theirs = [output.writing, errors.writing]
            if streams == .allPipes {
                let pipe = try StreamEnd.pipe()
                input = pipe.writing
                theirs.insert(pipe.reading, at: 0)
            }
        case .terminal:
            let pair = try StreamEnd.terminal()
            outputs = [pair.person]
            theirs = [pair.terminal, pair.terminal, pair.terminal]
        }
        pid = try RunningCommand.spawn(program, arguments, environment, theirs)
    }

    deinit {
        guard status == nil else { return }
        kill(pid, SIGKILL)
        var status: Int32 = 0
        unsafe waitpid(pid, &status, 0)
    }

    /// Waits until standard output is as it should be, or the program has ended; answers what it is.
    func output(within limit: Duration = .seconds(20), until isEnough: (String) -> Bool) throws -> String {
        let deadline = Kernel.monotonicTime() + limit
        while true {
            let hasEnded = hasEnded()
            try outputs[0]?.readWhatIsThere()
            let text = outputs[0]?.text ?? ""
            if isEnough(text) || hasEnded || Kernel.monotonicTime() > deadline {
                return text
            }
            try Kernel.sleep(for: .milliseconds(2))
        }
    }

    /// Gives it something to read.
    func write(_ text: String) throws { try input?.write(text) }

    /// Lets it read the end.
    func endInput() { input = nil }

    /// Reads nothing more of what it prints.
    func endOutput() { outputs[0] = nil }

    /// Sends it a signal.
    func send(_ signal: Int32) { kill(pid, signal) }

    /// Waits for the end.
    func wait(within limit: Duration = .seconds(20)) throws -> Result {
        let deadline = Kernel.monotonicTime() + limit
        while !hasEnded() {
            for stream in outputs { try stream?.readWhatIsThere() }
            guard Kernel.monotonicTime() < deadline else {
                Issue.record("the program has not ended; it printed: \(outputs.map { $0?.text })")
                break
            }
            try Kernel.sleep(for: .milliseconds(2))
        }
        for stream in outputs { try stream?.readWhatIsThere() }
        let code = status.map { $0 & 0x7F == 0 ? $0 >> 8 & 0xFF : 128 + ($0 & 0x7F) } ?? -1
        let texts = outputs.map { $0?.text ?? "" }
        return Result(code: code, output: texts[0], errors: texts.count > 1 ? texts[1] : "")
    }

    private func hasEnded() -> Bool {
        var status: Int32 = 0
        if self.status == nil, unsafe waitpid(pid, &status, WNOHANG) == pid {
            self.status = status
        }
        return self.status != nil
    }

    /// Starts a program whose last standard streams are those given, the others nothing.
    private static func spawn(
        _ program: String,
        _ arguments: [String],
        _ environment: [String: String],
        _ streams: [StreamEnd]
    ) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for (place, stream) in streams.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, stream.descriptor.raw, Int32(3 - streams.count + place))
        }
        var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for place in unsafe words.indices { unsafe free(words[place]) }
            for place in unsafe variables.indices { unsafe free(variables[place]) }
        }
        var pid: pid_t = 0
        let code = unsafe posix_spawn(&pid, program, &actions, nil, &words, &variables)
        guard code == 0 else { throw SystemError("posix_spawn", Errno(code), path: program) }
        return pid
    }
}
