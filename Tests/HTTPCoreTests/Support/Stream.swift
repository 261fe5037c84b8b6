import HTTPCore
import Testing

/// A stream of a client, with what a connection reports about it.
struct Stream: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let events: [String]
    var limits = HTTPLimits()

    init(_ name: String, _ text: String, _ events: String...) {
        testDescription = name
        bytes = Array(text.utf8)
        self.events = events
    }

    init(_ name: String, _ bytes: [UInt8], _ events: String...) {
        testDescription = name
        self.bytes = bytes
        self.events = events
    }

    /// A request that is refused.
    static func refused(_ name: String, _ text: String, _ fault: RequestFault) -> Stream {
        Stream(name, text, "\(fault)", "shutDown", "close")
    }
}
