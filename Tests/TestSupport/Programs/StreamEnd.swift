import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One end of a pipe or a terminal, which closes when the last reference is released.
final class StreamEnd {
    let descriptor: Descriptor
    private(set) var hasEnded = false
    private var bytes: [UInt8] = []

    private init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

    /// The text read so far.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns the ends of a new non-blocking pipe.
    static func pipe() throws -> (reading: StreamEnd, writing: StreamEnd) {
        let pair = try Kernel.pipe()
        let raw = (pair.first.raw, pair.second.raw)
        return try (copy(raw.0), copy(raw.1))
    }

    /// Returns a new terminal and its controlling end, which acts as the user.
    static func terminal() throws -> (person: StreamEnd, terminal: StreamEnd) {
        var ends: (Int32, Int32) = (-1, -1)
        guard unsafe openpty(&ends.0, &ends.1, nil, nil, nil) == 0 else { throw SystemError("openpty", Errno(errno)) }
        let pair = (StreamEnd(Descriptor(owning: ends.0)), StreamEnd(Descriptor(owning: ends.1)))
        try Kernel.setCloseOnExec(pair.0.descriptor)
        try Kernel.setCloseOnExec(pair.1.descriptor)
        try Kernel.setNonBlocking(pair.0.descriptor)
        return pair
    }

    /// Reads all available bytes without waiting.
    func readAvailable() throws {
        do throws(SystemError) {
            while try readSome() {}
        } catch  where error.errno == .inputOutput {
            // The controlling end of a terminal reports EIO when the other end is closed.
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

    /// Writes as many bytes as fit; returns `.end` if the reader has closed the pipe.
    ///
    /// Writing to a closed pipe sends SIGPIPE to this thread and would end all tests. So the function blocks the signal
    /// and consumes it.
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
