import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program that a test has started.
package final class Program {
    package var processID: Int32 { pid }

    private let pid: pid_t
    private var status: Int32?

    /// Starts a shell script with nothing to read, in its own group so that all of it can be ended.
    package init(_ script: String) throws {
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("/bin/sh"), strdup("-c"), strdup(script), nil]
        defer { for place in unsafe arguments.indices { unsafe free(arguments[place]) } }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var pid: pid_t = 0
        let code = unsafe posix_spawn(&pid, "/bin/sh", nil, &attributes, &arguments, environ)
        guard code == 0 else { throw SystemError("posix_spawn", Errno(code)) }
        self.pid = pid
    }

    deinit { end() }

    /// Waits for the end; answers the exit code, or nothing when the time is over.
    package func wait(within limit: Duration) throws -> Int32? {
        let deadline = Kernel.monotonicTime() + limit
        while !hasEnded() {
            guard Kernel.monotonicTime() < deadline else { return nil }
            try Program.sleep(.milliseconds(2))
        }
        return status.map { $0 & 0x7F == 0 ? $0 >> 8 & 0xFF : 128 + ($0 & 0x7F) }
    }

    private func hasEnded() -> Bool {
        var status: Int32 = 0
        if self.status == nil, unsafe waitpid(pid, &status, WNOHANG) == pid {
            self.status = status
        }
        return self.status != nil
    }

    /// Asks it to end.
    package func terminate() {
        kill(pid, SIGTERM)
    }

    /// Ends it, if it has not ended.
    package func end() {
        guard !hasEnded() else { return }
        kill(-pid, SIGKILL)
        var status: Int32 = 0
        if unsafe waitpid(pid, &status, 0) == pid {
            self.status = status
        }
    }

    /// Lets some time pass; for waiting for a condition, again and again.
    package static func sleep(_ time: Duration) throws {
        let pair = try Kernel.socketPair(nonBlocking: true)
        _ = try Kernel.wait(for: .readable, on: pair.first, .duration(time))
    }
}
