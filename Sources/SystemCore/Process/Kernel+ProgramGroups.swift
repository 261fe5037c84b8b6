private import CSystem

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// Starts a program in its own process group, and returns its pid, which is also the number of the group.
    ///
    /// The program has no arguments, and an empty input. Its output and its messages go to a descriptor, which should be
    /// blocking. Its directory is `/`. It gets the given variables only, and no other descriptor. It starts with the
    /// default actions for the usual signals, and with no signal blocked.
    package static func startGroup(
        _ program: String,
        environment: [(name: String, value: String)],
        writing output: borrowing Descriptor
    ) throws(SystemError) -> Int32 {
        let variables = environment.map { RawText(path: "\($0.name)=\($0.value)") }
        try check("posix_spawn", variables + [RawText(path: program)])
        try keepDescriptors()
        let raw = output.raw
        var pid: Int32 = 0
        _ = try attempt("posix_spawn", path: program) {
            unsafe program.withPathBytes { program in
                unsafe withWords(variables) { unsafe csystem_start_group(program, $0, raw, &pid) }
            }
        }
        return pid
    }

    /// Starts a program from the search path in its own process group, and returns its pid, which is also the number of
    /// the group.
    ///
    /// The program inherits the environment and the directory. The descriptors for its output and its messages should be
    /// blocking. No signal is blocked in it. Ctrl-C in the terminal does not interrupt it.
    package static func spawnGroup(
        _ program: RawText,
        _ arguments: [RawText],
        reading input: borrowing Descriptor,
        writing output: borrowing Descriptor,
        logging log: borrowing Descriptor
    ) throws(SystemError) -> Int32 {
        try spawn(program, arguments, input: input.raw, output: output.raw, errors: log.raw, leads: true)
    }

    /// Sends a signal to all processes of a group.
    ///
    /// As for ``killGroup(_:)``, the caller has not waited for the end of the group's first process.
    package static func send(_ signal: Signal, toGroup group: Int32) {
        precondition(group > 1, "a group, and neither this one nor all processes")
        _ = kill(-group, signal.number)
    }

    /// Ends all processes of a group at once.
    ///
    /// The caller has not waited for the end of the group's first process: else its number could be another group's.
    package static func killGroup(_ group: Int32) {
        precondition(group > 1, "a group, and neither this one nor all processes")
        _ = kill(-group, SIGKILL)
    }
}
