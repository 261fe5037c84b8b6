import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One end of a pipe or terminal, closed when nobody holds it.
final class StreamEnd {
    let descriptor: Descriptor
    private(set) var hasEnded = false
    private var bytes: [UInt8] = []

    private init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

    /// What was read so far.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// A pipe whose ends do not wait.
    static func pipe() throws -> (reading: StreamEnd, writing: StreamEnd) {
        let pair = try Kernel.pipe()
        let raw = (pair.first.raw, pair.second.raw)
        return try (copy(raw.0), copy(raw.1))
    }

    /// A terminal and the end that plays the person before it.
    static func terminal() throws -> (person: StreamEnd, terminal: StreamEnd) {
        var ends: (Int32, Int32) = (-1, -1)
        guard unsafe openpty(&ends.0, &ends.1, nil, nil, nil) == 0 else { throw SystemError("openpty", Errno(errno)) }
        let pair = (StreamEnd(Descriptor(owning: ends.0)), StreamEnd(Descriptor(owning: ends.1)))
        try Kernel.setCloseOnExec(pair.0.descriptor)
        try Kernel.setCloseOnExec(pair.1.descriptor)
        try Kernel.setNonBlocking(pair.0.descriptor)
        return pair
    }

    /// Reads all that has come, without waiting.
    func readWhatIsThere() throws {
        do throws(SystemError) {
            while try readSome() {}
        } catch  where error.errno == .inputOutput {
            // So a terminal says that nobody has its other end.
            hasEnded = true
        }
    }

    private func readSome() throws(SystemError) -> Bool {
        guard !hasEnded else { return false }
        var memory = [UInt8](repeating: 0, count: 1 << 16)
        var span = memory.mutableSpan
        let transfer = try Kernel.read(descriptor, into: &span)
        guard case .bytes(let count) = transfer else {
            hasEnded = transfer == .end
            return false
        }
        bytes += memory[..<count]
        return true
    }

    /// Writes what fits; the end, where nobody reads any more.
    ///
    /// Writing to such a pipe raises a signal, which would end all tests; it comes to the thread that wrote.
    func write(_ bytes: Span<UInt8>) throws -> Transfer {
        var brokenPipe = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&brokenPipe)
        unsafe sigaddset(&brokenPipe, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        do throws(SystemError) {
            return try Kernel.write(descriptor, bytes)
        } catch {
            guard error.errno == .brokenPipe else { throw error }
            var signal: Int32 = 0
            unsafe sigwait(&brokenPipe, &signal)
            return .end
        }
    }

    private static func copy(_ raw: Int32) throws -> StreamEnd {
        let copy = fcntl(raw, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw SystemError("fcntl", Errno(errno)) }
        return StreamEnd(Descriptor(owning: copy))
    }
}
