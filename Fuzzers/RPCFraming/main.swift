import Fuzzing
import JSONCore
import RPCCore

// A stream must give equal messages whole, byte by byte and in uneven pieces, also with low limits. The fault of a
// limit has the id before the fault.
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
