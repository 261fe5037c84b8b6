import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One end of a pipe or terminal, closed when nobody holds it.
final class StreamEnd {
    let descriptor: Descriptor
    private(set) var bytes: [UInt8] = []
    private var hasEnded = false

    private init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

    /// What was read so far.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// A pipe whose ends wait.
    static func pipe() throws -> (reading: StreamEnd, writing: StreamEnd) {
        let pair = try Kernel.pipe()
        try Kernel.setNonBlocking(pair.first, false)
        try Kernel.setNonBlocking(pair.second, false)
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
        return pair
    }

    /// Reads all that has come, without waiting.
    func readWhatIsThere() throws {
        try Kernel.setNonBlocking(descriptor)
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

    /// Writes all of it.
    func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            guard case .bytes(let count) = try Kernel.write(descriptor, bytes.span.extracting(written...)) else {
                return
            }
            written += count
        }
    }

    private static func copy(_ raw: Int32) throws -> StreamEnd {
        let copy = fcntl(raw, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw SystemError("fcntl", Errno(errno)) }
        return StreamEnd(Descriptor(owning: copy))
    }
}
