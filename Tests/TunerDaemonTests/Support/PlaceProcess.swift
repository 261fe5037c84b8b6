import SystemCore
import TestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A process that takes a daemon's place, says what came of it, and holds the place until it is let go.
final class PlaceProcess {
    let processID: Int32
    private var input: Descriptor?
    private let output: Descriptor
    private var unread = ""

    /// Starts it with descriptors that begin at 3, and variables; `$$` in these is its pid.
    init(_ options: [String], passing descriptors: [Int32] = [], variables: String = "") throws {
        let toChild = try Kernel.pipe()
        let fromChild = try Kernel.pipe()
        try Kernel.setNonBlocking(toChild.first, false)
        try Kernel.setNonBlocking(fromChild.second, false)
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        // First out of the way of each other: a number may be both taken and wanted.
        let sources = [toChild.first.raw, fromChild.second.raw] + descriptors
        let targets = [0, 1] + descriptors.indices.map { 3 + Int32($0) }
        let between = max(sources.max() ?? 0, targets.max() ?? 0) + 1
        for (offset, source) in sources.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, source, between + Int32(offset))
        }
        for (offset, target) in targets.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, between + Int32(offset), target)
            unsafe posix_spawn_file_actions_addclose(&actions, between + Int32(offset))
        }
        let script = "exec env \(variables) '\(BuiltProduct.path("test-place"))' \"$@\""
        let words = ["/bin/sh", "-c", script, "sh"] + options
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { for place in unsafe arguments.indices { unsafe free(arguments[place]) } }
        var pid: pid_t = 0
        let code = unsafe posix_spawn(&pid, "/bin/sh", &actions, nil, &arguments, environ)
        guard code == 0 else { throw SystemError("posix_spawn", Errno(code)) }
        processID = pid
        input = toChild.keepSecond()
        output = fromChild.keepFirst()
    }

    deinit {
        input = nil
        kill(processID, SIGKILL)
        var status: Int32 = 0
        unsafe waitpid(processID, &status, 0)
    }

    /// The next line that it says; empty when it says no more, or takes too long.
    func line() throws -> String {
        while !unread.contains("\n") {
            guard !(try Kernel.wait(for: .readable, on: output, .duration(.seconds(20)))).isEmpty else { return "" }
            var memory = [UInt8](repeating: 0, count: 4_096)
            var span = memory.mutableSpan
            guard case .bytes(let count) = try Kernel.read(output, into: &span) else { return "" }
            unread += String(decoding: memory[..<count], as: UTF8.self)
        }
        let line = unread.prefix { $0 != "\n" }
        unread.removeFirst(line.count + 1)
        return String(line)
    }

    /// Lets it end in order; answers its last line.
    func end() throws -> String {
        input = nil
        return try line()
    }

    /// Ends it as a crash does.
    func crash() {
        kill(processID, SIGKILL)
        var information = unsafe siginfo_t()
        unsafe waitid(P_PID, id_t(processID), &information, Int32(WEXITED | WNOWAIT))
    }
}
