import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// Starts a program in a new process group; its descriptors, from 0, are `descriptors`, and no others.
    static func spawn(
        _ path: String,
        _ arguments: [String],
        _ environment: [String: String]?,
        passing descriptors: [Int32]
    ) throws(SystemError) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        // First duplicate all descriptors to higher numbers: one number may be both a source and a target.
        let between = max(descriptors.max() ?? 0, Int32(descriptors.count)) + 1
        for (target, source) in descriptors.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, source, between + Int32(target))
        }
        for target in descriptors.indices.map(Int32.init) {
            unsafe posix_spawn_file_actions_adddup2(&actions, between + target, target)
            unsafe posix_spawn_file_actions_addclose(&actions, between + target)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        // The threads of Swift concurrency block most signals, and a child process would inherit the signal mask.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        // A shell that runs the tests in the background ignores these signals, and a child shell could not trap them.
        var ignored = sigset_t()
        unsafe sigemptyset(&ignored)
        unsafe sigaddset(&ignored, SIGINT)
        unsafe sigaddset(&ignored, SIGQUIT)
        unsafe posix_spawnattr_setsigdefault(&attributes, &ignored)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            unsafe (environment ?? [:]).map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for index in unsafe words.indices { unsafe free(words[index]) }
            for index in unsafe variables.indices { unsafe free(variables[index]) }
        }
        var pid: pid_t = 0
        let code = unsafe variables.withUnsafeMutableBufferPointer { variables in
            let variables = unsafe environment == nil ? environ : variables.baseAddress
            return unsafe posix_spawn(&pid, path, &actions, &attributes, &words, variables)
        }
        guard code == 0 else { throw SystemError("posix_spawn", Errno(code), path: path) }
        return pid
    }
}
