@testable import JSONCore

/// A sink that records all tokens.
struct RecordingSink: JSONSink {
    enum Token: Equatable {
        case beginArray(Int)
        case endArray(Int)
        case beginObject(Int)
        case endObject(Int)
        case name(Range<Int>, hasEscapes: Bool, isASCII: Bool)
        case string(Range<Int>, hasEscapes: Bool, isASCII: Bool)
        case number(Range<Int>, isWhole: Bool)
        case literal(JSONLiteral, Int)
    }

    private(set) var tokens: [Token] = []

    mutating func beginArray(at offset: Int) { tokens.append(.beginArray(offset)) }
    mutating func endArray(at offset: Int) { tokens.append(.endArray(offset)) }
    mutating func beginObject(at offset: Int) { tokens.append(.beginObject(offset)) }
    mutating func endObject(at offset: Int) { tokens.append(.endObject(offset)) }
    mutating func name(_ token: JSONStringToken, in text: Span<UInt8>) {
        tokens.append(.name(token.range, hasEscapes: token.hasEscapes, isASCII: token.isASCII))
    }
    mutating func string(_ token: JSONStringToken, in text: Span<UInt8>) {
        tokens.append(.string(token.range, hasEscapes: token.hasEscapes, isASCII: token.isASCII))
    }
    mutating func number(_ range: Range<Int>, isWhole: Bool, in text: Span<UInt8>) {
        tokens.append(.number(range, isWhole: isWhole))
    }
    mutating func literal(_ value: JSONLiteral, at offset: Int) { tokens.append(.literal(value, offset)) }
}
