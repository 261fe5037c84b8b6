private import CSystem

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// The file of the running program; nil where it cannot be known.
    package static var programPath: String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            #if os(Linux)
            let length = unsafe readlink("/proc/self/exe", start, buffer.count - 1)
            guard length > 0 else { return nil }
            unsafe buffer[length] = 0
            #else
            var capacity = UInt32(buffer.count)
            guard unsafe _NSGetExecutablePath(start, &capacity) == 0 else { return nil }
            #endif
            return unsafe RawText(cString: start).path
        }
    }

    /// Whether a path is a file that this process may run.
    package static func isProgram(_ path: String) -> Bool {
        guard !path.utf8.contains(0), (try? status(of: path))?.kind == .regular else { return false }
        return unsafe path.withPathBytes { unsafe access($0, X_OK) } == 0
    }

    /// Starts a program that outlives this process: in a session of its own, with nothing to read, its output at the end
    /// of a file.
    ///
    /// It gets this environment, the usual signals, and no other descriptor.
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

    /// Starts a program, found in the search path, that shares our streams, environment and terminal.
    ///
    /// Signals that are held here are not held there.
    package static func startBeside(_ program: RawText, _ arguments: [RawText]) throws(SystemError) -> Int32 {
        try startBeside(program, arguments, input: -1, output: -1)
    }

    /// The same for one that reads from another descriptor, which should wait for what is not there yet.
    package static func startBeside(
        _ program: RawText,
        _ arguments: [RawText],
        reading input: borrowing Descriptor
    ) throws(SystemError) -> Int32 {
        try startBeside(program, arguments, input: input.raw, output: -1)
    }

    /// The same for one that writes to another descriptor too.
    package static func startBeside(
        _ program: RawText,
        _ arguments: [RawText],
        reading input: borrowing Descriptor,
        writing output: borrowing Descriptor
    ) throws(SystemError) -> Int32 {
        try startBeside(program, arguments, input: input.raw, output: output.raw)
    }

    private static func startBeside(
        _ program: RawText,
        _ arguments: [RawText],
        input: Int32,
        output: Int32
    ) throws(SystemError) -> Int32 {
        let words = [program] + arguments
        try check("posix_spawnp", words)
        var pid: Int32 = 0
        _ = try attempt("posix_spawnp", path: program.path) {
            unsafe withWords(words) { unsafe csystem_start_beside($0, input, output, &pid) }
        }
        return pid
    }

    /// Becomes a program, found in the search path, which keeps our streams, environment and number.
    ///
    /// It returns only where that cannot be.
    package static func become(_ program: RawText, _ arguments: [RawText]) throws(SystemError) -> Never {
        let words = [program] + arguments
        try check("execvp", words)
        // Whom broken pipes are to end must not learn of it by errors.
        let previous = signal(SIGPIPE, SIG_DFL)
        let code = unsafe program.withCString { program in
            unsafe withWords(words) { unsafe execvp(program, $0) }
        }
        let errno = Errno.last
        _ = signal(SIGPIPE, previous)
        precondition(code < 0, "a program that took our place does not return")
        throw failure("execvp", errno, path: program.path)
    }

    /// Sends a signal to a process; nothing happens where it has ended.
    package static func send(_ signal: Signal, to pid: Int32) {
        precondition(pid > 0, "a process and no group of them")
        _ = kill(pid, signal.number)
    }

    /// Whether we are what a person at a terminal runs, so that an interrupt typed there reaches all of us.
    package static var isInForeground: Bool {
        guard let terminal = try? open("/dev/tty", .read) else { return false }
        return tcgetpgrp(terminal.raw) == getpgrp()
    }

    /// The kernel would see another word: the one before the NUL.
    private static func check(_ call: String, _ words: [RawText]) throws(SystemError) {
        for word in words where word.bytes.contains(0) {
            throw SystemError(call, .invalidArgument, path: word.path)
        }
    }

    private static func withWords(
        _ words: [RawText],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
    ) -> Int32 {
        let words: [UnsafeMutablePointer<CChar>?] =
            unsafe words.map { unsafe $0.withCString { unsafe strdup($0) } } + [nil]
        // The caller looks at errno, which nothing may change after the call.
        let code = unsafe body(words)
        let error = errno
        for place in unsafe words.indices { unsafe free(words[place]) }
        errno = error
        return code
    }

    /// How a child has ended; nil while it has not.
    ///
    /// The answer comes once: then the kernel forgets the child.
    package static func end(ofChild pid: Int32) throws(SystemError) -> ProcessEnd? {
        try end(ofChild: pid, WNOHANG)
    }

    /// Waits for a child's end; answers how it has ended, once too.
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

    /// A descriptor that becomes readable when a process has ended, child or not; nil when there is no such process.
    ///
    /// How a child has ended may be known a moment later only.
    package static func openProcess(_ pid: Int32) throws(SystemError) -> Descriptor? {
        guard pid > 0 else { return nil }
        do throws(SystemError) {
            return Descriptor(owning: try attempt("pidfd_open") { csystem_open_process(pid) })
        } catch  where error.errno == .noSuchProcess {
            return nil
        }
    }

    /// From here on an interrupt ends the process with code 130, as one that was not caught seems to for a shell.
    ///
    /// What must be put back at the end must be so at any time.
    package static func exitWhenInterrupted() {
        precondition(csystem_exit_when_interrupted() == 0, "an interrupt can be caught")
    }

    /// Descriptors that whoever started us left open must not live as long as what we start.
    private static func keepDescriptors() throws(SystemError) {
        for raw in try names(in: "/dev/fd").compactMap({ Int32($0) }) where raw > STDERR_FILENO {
            // One of them was the list's own, which is closed.
            _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
        }
    }
}
