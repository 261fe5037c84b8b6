import RPCCore
import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The peer's end of a connection, which never waits.
final class Wire {
    /// Closes when nobody holds it.
    private final class Socket {
        let descriptor: Descriptor

        init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
    }

    private var socket: Socket?
    private var endWasRead = false
    /// The other side broke the connection off.
    private(set) var wasReset = false

    init(_ descriptor: consuming Descriptor) {
        socket = Socket(descriptor)
    }

    /// Two connected ends.
    static func pair() throws -> (wire: Wire, stream: SocketStream) {
        let pair = try Kernel.socketPair(nonBlocking: true)
        let ends = (
            fcntl(pair.first.raw, F_DUPFD_CLOEXEC, 0), fcntl(pair.second.raw, F_DUPFD_CLOEXEC, 0)
        )
        return (Wire(Descriptor(owning: ends.0)), SocketStream(Descriptor(owning: ends.1)))
    }

    /// An end of a new connection to a server that listens.
    static func connect(to address: UnixAddress) throws -> Wire {
        guard case .connected(let socket) = try Kernel.connectWithoutWaiting(to: address) else {
            throw SystemError("connect", .wouldBlock)
        }
        return Wire(socket)
    }

    /// Whether the other side sends nothing more, and all of it was read.
    ///
    /// It may take a moment: a process that another test is just starting holds all descriptors until it has begun.
    var hasEnded: Bool {
        guard !endWasRead, let socket, let ready = try? Kernel.wait(for: .readable, on: socket.descriptor, Wire.moment),
            !ready.isEmpty
        else { return endWasRead }
        var byte: UInt8 = 0
        endWasRead = unsafe recv(socket.descriptor.raw, &byte, 1, Int32(MSG_PEEK)) == 0
        return endWasRead
    }

    private static let moment = PollTimeout.duration(.milliseconds(20))

    /// Writes what fits; answers how many bytes that were.
    @discardableResult
    func write(_ bytes: some Sequence<UInt8>) throws -> Int {
        let bytes = Array(bytes)
        guard let socket, !bytes.isEmpty else { return 0 }
        var written = 0
        while written < bytes.count {
            let sent = try Kernel.send(socket.descriptor, bytes.span.extracting(written...))
            guard case .bytes(let count) = sent else { break }
            written += count
        }
        return written
    }

    @discardableResult
    func write(_ text: String) throws -> Int { try write(text.utf8) }

    /// Reads all that is there and not more than `most` bytes.
    func read(atMost most: Int = .max) -> String {
        guard let socket else { return "" }
        var all: [UInt8] = []
        while all.count < most {
            var memory = [UInt8](repeating: 0, count: min(1 << 16, most - all.count))
            do {
                var span = memory.mutableSpan
                let transfer = try Kernel.receive(socket.descriptor, into: &span)
                guard case .bytes(let count) = transfer else {
                    endWasRead = transfer == .end
                    break
                }
                all += memory[..<count]
            } catch {
                wasReset = true
                endWasRead = true
                break
            }
        }
        return String(decoding: all, as: UTF8.self)
    }

    /// Reads all that is there as lines.
    func lines() -> [String] {
        read().split(separator: "\n").map(String.init)
    }

    func shutdownWriting() throws {
        if let socket {
            try Kernel.shutdownWriting(socket.descriptor)
        }
    }

    /// Ends the connection, also while a process that another test is just starting has a copy of the descriptor.
    func close() {
        if let socket {
            try? Kernel.shutdown(socket.descriptor)
        }
        socket = nil
    }
}
