import JSONCore

/// A tunable's name: words of letters, digits, `_` and `-`, joined by dots; ordered by its bytes.
package struct Key: Hashable, Sendable {
    /// How many bytes a key may have unless told otherwise.
    package static let defaultLimit = 256

    /// How the keys begin that Tuner itself declares.
    package static let builtInPrefix: StaticString = "stew."

    /// The name as it is written.
    package let text: String

    /// Takes a name that is one.
    package init(_ text: String, limit: Int = defaultLimit) throws(KeyFault) {
        if let fault = Key.fault(in: text.utf8.span, limit: limit) {
            throw fault
        }
        self.text = text
    }

    /// Copies a name that is one.
    package init(_ bytes: Span<UInt8>, limit: Int = defaultLimit) throws(KeyFault) {
        if let fault = Key.fault(in: bytes, limit: limit) {
            throw fault
        }
        text = unsafe String(copying: UTF8Span(unchecked: bytes, isKnownASCII: true))
    }

    /// Whether it is one that Tuner itself declares: a pattern that begins with `*` does not match it.
    package var isBuiltIn: Bool { Key.isBuiltIn(text.utf8.span) }

    /// What is wrong with a name, found without a copy of it.
    package static func fault(in bytes: Span<UInt8>, limit: Int = defaultLimit) -> KeyFault? {
        guard !bytes.isEmpty else { return .empty }
        guard bytes.count <= limit else { return .tooLong(limit: limit) }
        for place in 0..<bytes.count where !isAllowed(bytes[place]) {
            return .character(at: place)
        }
        return nil
    }

    /// Whether a name begins as built-in keys do.
    package static func isBuiltIn(_ bytes: Span<UInt8>) -> Bool {
        let length = builtInPrefix.utf8CodeUnitCount
        return bytes.count >= length && builtInPrefix.hasBytes(bytes.extracting(0..<length))
    }

    /// Whether a byte may stand in a key: one bit for each of the first 128.
    @inline(__always)
    static func isAllowed(_ byte: UInt8) -> Bool {
        let half = byte < 64 ? allowedBelow64 : byte < 128 ? allowedFrom64 : 0
        return half >> UInt64(byte & 63) & 1 == 1
    }

    // "-", "." and the digits.
    private static let allowedBelow64: UInt64 = 0x03FF_6000_0000_0000
    // The capitals, "_" and the small letters.
    private static let allowedFrom64: UInt64 = 0x07FF_FFFE_87FF_FFFE
}

extension Key: Comparable {
    package static func < (left: Key, right: Key) -> Bool { left.text.utf8.span.precedes(right.text.utf8.span) }
}

extension Key: CustomStringConvertible {
    package var description: String { text }
}
