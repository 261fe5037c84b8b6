package import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The peer's end of a connection, whose functions do not wait unless their comments say so.
package final class TestPeer {
    /// A descriptor that closes when the last reference is released.
    private final class Socket {
        let descriptor: Descriptor

        init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
    }

    private var socket: Socket?
    /// Whether the other side has closed the connection and all its bytes were read.
    package private(set) var endWasRead = false
    /// Whether reading failed because the other side reset the connection.
    package private(set) var wasReset = false

    package init(_ descriptor: consuming Descriptor) {
        socket = Socket(descriptor)
    }

    /// Returns the client's end of a new connection to a listening server.
    package static func connect(to address: UnixAddress) throws -> TestPeer {
        guard case .connected(let socket) = try Kernel.connectWithoutWaiting(to: address) else {
            throw SystemError("connect", .wouldBlock)
        }
        return TestPeer(socket)
    }

    /// Whether the other side has closed the connection and all its bytes were read; waits up to 60 seconds.
    ///
    /// The end can arrive late: a child process of another test has copies of all descriptors until its program starts.
    package var hasEnded: Bool {
        guard !endWasRead, let socket,
            let ready = try? Kernel.wait(for: .readable, on: socket.descriptor, .duration(.seconds(60))),
            !ready.isEmpty
        else { return endWasRead }
        var byte: UInt8 = 0
        endWasRead = unsafe recv(socket.descriptor.raw, &byte, 1, Int32(MSG_PEEK)) == 0
        return endWasRead
    }

    /// Writes the bytes that fit, and returns their number.
    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>) throws -> Int {
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
    package func write(_ text: String) throws -> Int { try write(text.utf8) }

    /// Reads the available bytes, at most `most`.
    package func read(atMost most: Int = .max) -> String {
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

    /// Reads until a condition is true, the other side closes the connection, or the time limit passes.
    package func read(within limit: Duration = .seconds(60), until isEnough: (String) -> Bool) -> String {
        let deadline = Kernel.monotonicTime() + limit
        var text = read()
        while !isEnough(text), !endWasRead, let socket {
            let rest = PollTimeout.until(deadline, from: Kernel.monotonicTime())
            guard let ready = try? Kernel.wait(for: .readable, on: socket.descriptor, rest), !ready.isEmpty else {
                break
            }
            text += read()
        }
        return text
    }

    /// Reads until the other side closes the connection or the time limit passes.
    package func readToEnd(within limit: Duration = .seconds(60)) -> String {
        read(within: limit) { _ in false }
    }

    /// Returns the available bytes as lines.
    package func lines() -> [String] {
        read().split(separator: "\n").map(String.init)
    }

    package func shutdownWriting() throws {
        if let socket {
            try Kernel.shutdownWriting(socket.descriptor)
        }
    }

    /// Closes the connection, even if a child process of another test still holds a copy of the descriptor.
    package func close() {
        if let socket {
            try? Kernel.shutdown(socket.descriptor)
        }
        socket = nil
    }
}
