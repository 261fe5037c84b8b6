import LoopCore
import RPCCore
import SystemCore

/// A stream that limits, delays and fails the transfers of a socket, like a kernel under stress.
final class ContraryStream: ByteStream {
    private let stream: SocketStream
    /// The maximum number of bytes of one call.
    var most = Int.max
    /// The interval of calls that return `.wouldBlock` although the socket is ready; 0 for none.
    var refusalEvery = 0
    /// The number of sends that succeed before one fails.
    var sendsUntilFailure = Int.max
    var receivesUntilFailure = Int.max
    /// An action called after each receive.
    var afterReceive = {}
    private var calls = 0

    init(_ stream: SocketStream) {
        self.stream = stream
    }

    private var refuses: Bool {
        calls += 1
        return refusalEvery > 0 && calls % refusalEvery == 0
    }

    func receive(into memory: UnsafeMutableRawBufferPointer) throws(SystemError) -> Transfer {
        guard receivesUntilFailure > 0 else { throw SystemError("recv", .connectionReset) }
        receivesUntilFailure -= 1
        defer { afterReceive() }
        guard !refuses else { return .wouldBlock }
        return try unsafe stream.receive(
            into: UnsafeMutableRawBufferPointer(rebasing: memory.prefix(most))
        )
    }

    func send(_ bytes: Span<UInt8>) throws(SystemError) -> Transfer {
        guard sendsUntilFailure > 0 else { throw SystemError("send", .brokenPipe) }
        sendsUntilFailure -= 1
        guard !refuses else { return .wouldBlock }
        return try stream.send(bytes.extracting(0..<min(bytes.count, most)))
    }

    func shutdownWriting() throws(SystemError) {
        try stream.shutdownWriting()
    }

    func shutdown() throws(SystemError) {
        try stream.shutdown()
    }

    func withDescriptor<Result>(
        _ body: (borrowing Descriptor) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        try stream.withDescriptor(body)
    }
}
