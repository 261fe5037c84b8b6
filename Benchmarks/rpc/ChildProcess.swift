private import CBenchmark
import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A child process that ends with this process.
struct ChildProcess: ~Copyable {
    let pid: Int32
    /// The end of the process; nil if it is not known yet.
    private var ending: String?

    /// The path of this program.
    static var ownPath: String {
        var bytes = [CChar](repeating: 0, count: 4096)
        let capacity = bytes.count
        let count = unsafe readlink("/proc/self/exe", &bytes, capacity)
        guard count > 0 else { return CommandLine.arguments.first ?? "" }
        return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Starts a command, and writes its output to a file.
    init(_ command: [String], log: String) throws(SystemError) {
        // This program runs in between, so that the kernel ends the command when this program ends for any reason.
        let own = Self.ownPath
        let words = [own, "supervised"] + command
        #if canImport(Glibc)
        var actions = unsafe posix_spawn_file_actions_t()
        #else
        var actions: posix_spawn_file_actions_t?
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var pid: pid_t = 0
        let code = unsafe Self.withArguments(words) { unsafe posix_spawn(&pid, own, &actions, nil, $0, environ) }
        guard code == 0 else { throw SystemError("posix_spawn", Errno(code), path: own) }
        self.pid = pid
    }

    deinit {
        guard ending == nil else { return }
        _ = kill(pid, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }

    /// Returns a description of how the process ended; nil while it runs.
    mutating func howItEnded() -> String? {
        if let ending { return ending }
        var status: Int32 = 0
        guard unsafe waitpid(pid, &status, WNOHANG) == pid else { return nil }
        let signal = status & 0x7f
        ending = signal == 0 ? "ended with exit code \(status >> 8 & 0xff)" : "was ended by signal \(signal)"
        return ending
    }

    /// Replaces this process by a command that ends with its parent; returns only if there is no such command.
    static func becomeSupervised(_ command: [String]) -> SystemError {
        _ = cbenchmark_die_with_parent()
        let path = command.first ?? ""
        _ = unsafe withArguments(command) { unsafe execv(path, $0) }
        return SystemError("execv", Errno(errno), path: path)
    }

    private static func withArguments<Value>(
        _ words: [String],
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Value
    ) -> Value {
        let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: words.count + 1)
        for (index, word) in words.enumerated() {
            unsafe pointers[index] = strdup(word)
        }
        unsafe pointers[words.count] = nil
        defer {
            for index in words.indices { unsafe free(pointers[index]) }
            unsafe pointers.deallocate()
        }
        return unsafe body(pointers)
    }
}
