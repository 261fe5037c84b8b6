import Fuzzing
import HTTPCore
import JSONCore

// Whole, byte by byte and in uneven pieces a stream must give the same requests, faults and responses, also where the
// limits are narrow. What is sent must be HTTP: one whole response for each request.
fuzz { text in
    let stream = [UInt8](text, in: 0..<text.count)
    for limits in [HTTPLimits(), Exchange.narrowLimits] {
        let whole = Exchange([stream[...]], limits: limits)
        let dripped = Exchange(stream.indices.map { stream[$0...$0] }, limits: limits)
        precondition(dripped.events == whole.events, "byte by byte, the events differ")
        precondition(dripped.output == whole.output, "byte by byte, the output differs")
        let size = Int(stream.first ?? 0) % 23 + 2
        let pieces = stride(from: 0, to: stream.count, by: size).map { stream[$0..<min(stream.count, $0 + size)] }
        let split = Exchange(pieces, limits: limits)
        precondition(split.events == whole.events, "in pieces of \(size), the events differ")
        precondition(split.output == whole.output, "in pieces of \(size), the output differs")
        precondition(whole.events.last == "close", "the connection does not end")
        guard let responses = ReceivedResponse.all(in: whole.output, to: whole.methods) else {
            preconditionFailure("no HTTP: \(whole.text)")
        }
        // Only an abandoned body ends early.
        precondition(responses.allSatisfy { $0.isWhole || $0.text == "half" }, "a response is cut")
    }
}
