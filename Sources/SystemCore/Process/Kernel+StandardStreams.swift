#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// What a program writes its results to, lent as long as the body runs.
    package static func withStandardOutput<Value>(
        _ body: (borrowing Descriptor) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        try with(STDOUT_FILENO, body)
    }

    /// What a program writes its messages to, lent as long as the body runs.
    package static func withStandardError<Value>(
        _ body: (borrowing Descriptor) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        try with(STDERR_FILENO, body)
    }

    /// What a program reads, lent as long as the body runs.
    package static func withStandardInput<Value>(
        _ body: (borrowing Descriptor) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        try with(STDIN_FILENO, body)
    }

    /// Whether a person sees what is written there.
    package static func isTerminal(_ descriptor: borrowing Descriptor) -> Bool {
        isatty(descriptor.raw) == 1
    }

    /// Puts nothing in the place of standard streams that whoever started us closed: else a file or socket would be
    /// opened there, and get what was meant for them.
    package static func openMissingStandardStreams() {
        for raw in STDIN_FILENO...STDERR_FILENO where fcntl(raw, F_GETFD) < 0 {
            _ = unsafe systemOpen("/dev/null", O_RDWR)
        }
    }

    private static func with<Value>(
        _ raw: Int32,
        _ body: (borrowing Descriptor) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        let descriptor = Descriptor(owning: raw)
        do throws(SystemError) {
            let value = try body(descriptor)
            _ = descriptor.release()
            return value
        } catch {
            _ = descriptor.release()
            throw error
        }
    }
}

// Inside `Kernel` the plain name means the gate's own function.
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { unsafe open(path, flags) }
