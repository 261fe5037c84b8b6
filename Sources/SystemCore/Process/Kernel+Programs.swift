private import CSystem

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// The path of the running program; nil if it is unknown.
    package static var programPath: String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            guard unsafe csystem_program_path(start, buffer.count) == 0 else { return nil }
            return unsafe RawText(cString: start).path
        }
    }

    /// Returns whether a path is a file that this process may execute.
    package static func isProgram(_ path: String) -> Bool {
        guard !path.utf8.contains(0), (try? status(of: path))?.kind == .regular else { return false }
        return unsafe path.withPathBytes { unsafe access($0, X_OK) } == 0
    }

    /// Starts a program in its own session, so that it can outlive this process, and returns its pid.
    ///
    /// The program's input is empty, and its output and messages are appended to the file `output`. It inherits the
    /// environment, but no other descriptors. It starts with the default actions for the usual signals, and with no
    /// signal blocked.
    package static func startInBackground(
        _ program: String,
        _ arguments: [RawText],
        output: String
    ) throws(SystemError) -> Int32 {
        let words = [RawText(path: program)] + arguments
        try check("posix_spawn", words + [RawText(path: output)])
        try keepDescriptors()
        var pid: Int32 = 0
        _ = try attempt("posix_spawn", path: program) {
            unsafe program.withPathBytes { program in
                unsafe output.withPathBytes { output in
                    unsafe withWords(words) { unsafe csystem_start_in_background(program, $0, output, &pid) }
                }
            }
        }
        return pid
    }

    /// Starts a program from the search path, and returns its pid.
    ///
    /// The program inherits the standard streams, the environment and the terminal. No signal is blocked in it.
    package static func spawn(_ program: RawText, _ arguments: [RawText]) throws(SystemError) -> Int32 {
        try spawn(program, arguments, input: -1, output: -1)
    }

    /// Starts a program like `spawn(_:_:)`, but with its output on standard error.
    package static func spawnLogging(_ program: RawText, _ arguments: [RawText]) throws(SystemError) -> Int32 {
        try spawn(program, arguments, input: -1, output: STDERR_FILENO)
    }

    /// Starts a program like `spawn(_:_:)`, but with another standard input, which should be blocking.
    package static func spawn(
        _ program: RawText,
        _ arguments: [RawText],
        reading input: borrowing Descriptor
    ) throws(SystemError) -> Int32 {
        try spawn(program, arguments, input: input.raw, output: -1)
    }

    /// Starts a program like `spawn(_:_:)`, but with other descriptors for standard input and standard output.
    package static func spawn(
        _ program: RawText,
        _ arguments: [RawText],
        reading input: borrowing Descriptor,
        writing output: borrowing Descriptor
    ) throws(SystemError) -> Int32 {
        try spawn(program, arguments, input: input.raw, output: output.raw)
    }

    /// Starts a program like `spawn(_:_:)`, but with another standard input, and with a descriptor for its output and its
    /// messages.
    package static func spawn(
        _ program: RawText,
        _ arguments: [RawText],
        reading input: borrowing Descriptor,
        logging log: borrowing Descriptor
    ) throws(SystemError) -> Int32 {
        try spawn(program, arguments, input: input.raw, output: log.raw, errors: log.raw)
    }

    static func spawn(
        _ program: RawText,
        _ arguments: [RawText],
        input: Int32,
        output: Int32,
        errors: Int32 = -1,
        leads: Bool = false
    ) throws(SystemError) -> Int32 {
        let words = [program] + arguments
        try check("posix_spawnp", words)
        var pid: Int32 = 0
        _ = try attempt("posix_spawnp", path: program.path) {
            unsafe withWords(words) { unsafe csystem_start_beside($0, input, output, errors, leads, &pid) }
        }
        return pid
    }

    /// Replaces this process with a program from the search path; throws if this fails.
    ///
    /// The program inherits the standard streams, the environment and the pid.
    package static func become(_ program: RawText, _ arguments: [RawText]) throws(SystemError) -> Never {
        let words = [program] + arguments
        try check("execvp", words)
        // The program must not inherit that SIGPIPE is ignored: it may rely on this signal to end it.
        let previous = signal(SIGPIPE, SIG_DFL)
        let code = unsafe program.withCString { program in
            unsafe withWords(words) { unsafe execvp(program, $0) }
        }
        let errno = Errno.last
        _ = signal(SIGPIPE, previous)
        precondition(code < 0, "a program that replaced this process does not return")
        throw failure("execvp", errno, path: program.path)
    }

    /// Sends a signal to a process; does nothing if the process has ended.
    package static func send(_ signal: Signal, to pid: Int32) {
        precondition(pid > 0, "a process and no group of them")
        _ = kill(pid, signal.number)
    }

    /// Whether this process belongs to the terminal's foreground group, so that Ctrl-C interrupts all processes of the
    /// group.
    package static var isInForeground: Bool {
        guard let terminal = try? open("/dev/tty", .read) else { return false }
        return tcgetpgrp(terminal.raw) == getpgrp()
    }

    /// Throws if a word holds a NUL: the kernel would use only the part before the NUL.
    static func check(_ call: String, _ words: [RawText]) throws(SystemError) {
        for word in words where word.bytes.contains(0) {
            throw SystemError(call, .invalidArgument, path: word.path)
        }
    }

    static func withWords(
        _ words: [RawText],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
    ) -> Int32 {
        let words: [UnsafeMutablePointer<CChar>?] =
            unsafe words.map { unsafe $0.withCString { unsafe strdup($0) } } + [nil]
        // Keep errno of the call for the caller: `free` may change it.
        let code = unsafe body(words)
        let error = errno
        for index in unsafe words.indices { unsafe free(words[index]) }
        errno = error
        return code
    }

    /// Returns how a child process has ended; nil if it still runs.
    ///
    /// The kernel reports the end only once, and then forgets the child.
    package static func end(ofChild pid: Int32) throws(SystemError) -> ProcessEnd? {
        try end(ofChild: pid, WNOHANG)
    }

    /// Waits for the end of a child process, and returns how it has ended.
    ///
    /// The kernel reports the end only once.
    @discardableResult
    package static func waitForEnd(ofChild pid: Int32) throws(SystemError) -> ProcessEnd {
        guard let end = try end(ofChild: pid, 0) else { preconditionFailure("the wait is over without an end") }
        return end
    }

    private static func end(ofChild pid: Int32, _ options: Int32) throws(SystemError) -> ProcessEnd? {
        var status: Int32 = 0
        guard try attempt("waitpid", { unsafe waitpid(pid, &status, options) }) == pid else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(Signal(signal))
    }

    /// Returns a descriptor that becomes readable when a process has ended, child or not; nil if there is no such
    /// process.
    ///
    /// Right after that, `end(ofChild:)` may still return nil for a moment.
    package static func openProcess(_ pid: Int32) throws(SystemError) -> Descriptor? {
        guard pid > 0 else { return nil }
        do throws(SystemError) {
            return Descriptor(owning: try attempt("pidfd_open") { csystem_open_process(pid) })
        } catch  where error.errno == .noSuchProcess {
            return nil
        }
    }

    /// Makes SIGINT end the process with exit code 130, the code that a shell shows for an interrupted process.
    ///
    /// The process ends at once, without any cleanup. So there must be nothing to restore at any time.
    package static func exitWhenInterrupted() {
        precondition(csystem_exit_when_interrupted() == 0, "an interrupt can be caught")
    }

    /// Makes all inherited descriptors close on exec, so that a program started later does not keep them open.
    static func keepDescriptors() throws(SystemError) {
        for raw in try names(in: "/dev/fd").compactMap({ Int32($0) }) where raw > STDERR_FILENO {
            // The list includes the descriptor that was used to read the list. It is closed now, so this call fails for
            // it.
            _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
        }
    }
}
