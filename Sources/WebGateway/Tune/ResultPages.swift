package import JSONCore

/// Cuts the message with a long result into pages while the message arrives.
///
/// A page is a result with the next entries: it begins as the result in the message begins. The result has one member that
/// is an object or an array, and that member is the last one. Whoever uses a page checks its text.
package struct ResultPages: ~Copyable {
    /// The number of arrays and objects around an entry: the message, the result, and the member.
    private static let depthOfEntries = 3

    /// Whether the last entry is in a page.
    package private(set) var isComplete = false

    /// The bytes that are in no page.
    private var text = ByteBuffer()
    /// What precedes the first entry in each page; empty before the first page.
    private var opening: [UInt8] = []
    private var closing: StaticString = ""
    /// The offset of the result; the first page begins with it.
    private var result = 0
    /// The offset of the first entry that is in no page; nil before the member.
    private var first: Int?
    /// The offset behind the last complete entry that is in no page.
    private var end: Int?
    private var isLastEnd = false
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    package init() {}

    /// Adds the next bytes of the message.
    package mutating func append(_ bytes: Span<UInt8>) {
        for index in bytes.indices {
            scan(bytes[index], at: text.count + index)
        }
        text.append(bytes)
    }

    /// Returns the text of a page with all entries that are complete; nil if there is none.
    package mutating func takePage() -> ByteBuffer? {
        guard let first, let end, !isComplete else { return nil }
        var page = ByteBuffer(minimumCapacity: opening.count + end + 2)
        if opening.isEmpty {
            opening = text.withBytes { [UInt8]($0, in: result..<first) }
        }
        page.append(opening.span)
        text.withBytes { page.append($0, in: first..<end) }
        page.append(closing)
        isComplete = isLastEnd
        text.removeFirst(min(end + 1, text.count))
        (self.first, self.end) = (0, nil)
        return page
    }

    private mutating func scan(_ byte: UInt8, at offset: Int) {
        guard !isInString else {
            isInString = isEscaped || byte != UInt8(ascii: "\"")
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            return
        }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            depth += 1
            if depth == ResultPages.depthOfEntries - 1, first == nil {
                result = offset
            }
            if depth == ResultPages.depthOfEntries, first == nil {
                first = offset + 1
                closing = byte == UInt8(ascii: "{") ? "}}" : "]}"
            }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            if depth == ResultPages.depthOfEntries, !isLastEnd {
                end = offset
                isLastEnd = true
            }
            depth -= 1
        case UInt8(ascii: ","):
            if depth == ResultPages.depthOfEntries, !isLastEnd {
                end = offset
            }
        default: break
        }
    }
}
