import Fuzzing
import HTTPCore
import JSONCore

// Whole, byte by byte and in uneven pieces a stream of frames must give what a second, simple implementation gives, also
// where the limits are narrow.
fuzz { text in
    let stream = [UInt8](text, in: 0..<text.count)
    var narrow = WebSocketLimits()
    narrow.message = 20
    narrow.unsentOutput = 10
    for limits in [WebSocketLimits(), narrow] {
        let expected = FrameOracle(stream, limit: limits.message).result
        precondition(FrameExchange([stream[...]], limits: limits) == expected, "it differs from the oracle")
        let dripped = FrameExchange(stream.indices.map { stream[$0...$0] }, limits: limits)
        precondition(dripped == expected, "byte by byte, it differs from the oracle")
        let size = Int(stream.first ?? 0) % 23 + 2
        let pieces = stride(from: 0, to: stream.count, by: size).map { stream[$0..<min(stream.count, $0 + size)] }
        let split = FrameExchange(pieces, limits: limits)
        precondition(split == expected, "in pieces of \(size), it differs from the oracle")
        precondition(expected.frames.allSatisfy(\.isProper), "a frame is not proper")
    }
}
