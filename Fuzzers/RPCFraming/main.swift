import Fuzzing
import JSONCore
import RPCCore

// Whole, byte by byte and in uneven pieces a stream must hold the same, also where the limits are narrow. The fault of a
// limit has the id that came before it.
fuzz { text in
    let stream = [UInt8](text, in: 0..<text.count)
    var narrow = FramingLimits()
    narrow.message = 24
    narrow.nesting = 3
    narrow.header = 40
    for limits in [FramingLimits(), narrow] {
        let whole = Framed.all(in: [stream[...]], limits: limits).events
        precondition(
            Framed.all(in: stream.indices.map { stream[$0...$0] }, limits: limits).events == whole,
            "byte by byte differs"
        )
        let size = Int(stream.first ?? 0) % 11 + 2
        let pieces = stride(from: 0, to: stream.count, by: size).map { stream[$0..<min(stream.count, $0 + size)] }
        precondition(Framed.all(in: pieces, limits: limits).events == whole, "in pieces of \(size) it differs")
        if let wrong = Framed.wrongID(in: text, limits: limits) {
            preconditionFailure(wrong)
        }
    }
}
