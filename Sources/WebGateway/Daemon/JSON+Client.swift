package import JSONCore

extension JSON {
    /// The limit for the nesting of a client's value in a call: a message of the daemon has it below the message's object
    /// and its parameters.
    static let valueDepthLimit = defaultDepthLimit - 2
}

extension JSONWriter {
    /// Writes a client's value, which must be checked, without its line breaks.
    ///
    /// On the connections that many clients share, a line break ends a message. In checked JSON, it can only be white
    /// space.
    package mutating func value(ofClient text: Span<UInt8>, in range: Range<Int>) {
        guard range.contains(where: { text[$0].isLineBreak }) else { return raw(text, in: range) }
        var copy = [UInt8](text, in: range)
        for index in copy.indices where copy[index].isLineBreak {
            copy[index] = UInt8(ascii: " ")
        }
        raw(copy.span, in: copy.indices)
    }
}

extension UInt8 {
    fileprivate var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
