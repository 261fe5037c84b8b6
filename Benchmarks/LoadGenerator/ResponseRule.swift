/// A rule that every response must satisfy: a fast error does not count as a fast response.
///
/// A response ends with a newline, both in RESP and in lines of JSON. Other newlines are allowed only in responses of
/// one known length.
package struct ResponseRule: Sendable {
    /// The beginning of every response.
    package let beginning: [UInt8]
    /// The end of every response, with the newline.
    package let ending: [UInt8]
    /// A text that no response contains; empty for no such text.
    package let forbidden: [UInt8]
    /// The number of bytes of every response; nil if each response ends with its first newline.
    package let length: Int?

    /// Creates a rule from texts.
    ///
    /// `varying` is the number of bytes between the beginning and the end, if all responses have equally many.
    package init(beginning: String = "", ending: String = "\n", forbidden: String = "", varying: Int? = nil) {
        precondition(ending.utf8.last == UInt8(ascii: "\n"), "a response ends with a newline")
        self.beginning = Array(beginning.utf8)
        self.ending = Array(ending.utf8)
        self.forbidden = Array(forbidden.utf8)
        length = varying.map { beginning.utf8.count + $0 + ending.utf8.count }
    }

    /// Returns whether these bytes are exactly one valid response.
    package func accepts(_ bytes: Span<UInt8>) -> Bool {
        let reader = ResponseReader(self)
        var responses = 0
        var good = 0
        let used = reader.read(bytes) { _, isGood in
            responses += 1
            good += isGood ? 1 : 0
        }
        return used == bytes.count && responses == 1 && good == 1 && !reader.findsForbidden(in: bytes, upTo: used)
    }
}
