#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// Passes standard output to `body`, which must not close it.
    package static func withStandardOutput<Value>(
        _ body: (borrowing Descriptor) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        try with(STDOUT_FILENO, body)
    }

    /// Passes standard error to `body`, which must not close it.
    package static func withStandardError<Value>(
        _ body: (borrowing Descriptor) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        try with(STDERR_FILENO, body)
    }

    /// Passes standard input to `body`, which must not close it.
    package static func withStandardInput<Value>(
        _ body: (borrowing Descriptor) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        try with(STDIN_FILENO, body)
    }

    package static func isTerminal(_ descriptor: borrowing Descriptor) -> Bool {
        isatty(descriptor.raw) == 1
    }

    /// Opens /dev/null for each standard stream that the parent process closed.
    ///
    /// Otherwise a file or a socket could get that number, and receive the program's output.
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

// Inside `Kernel`, the plain name refers to its own static function.
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { unsafe open(path, flags) }
