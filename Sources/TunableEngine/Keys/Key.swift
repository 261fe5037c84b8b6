import JSONCore

/// A tunable's key: letters, digits, `_`, `-` and dots, ordered by its bytes.
package struct Key: Hashable, Sendable {
    /// The default limit of a key's length, in bytes.
    package static let defaultLimit = 256

    /// The prefix of all keys that Tuner itself declares.
    package static let builtInPrefix: StaticString = "stew."

    package let text: String

    /// Creates a key from a valid text.
    package init(_ text: String, limit: Int = defaultLimit) throws(KeyFault) {
        if let fault = Key.fault(in: text.utf8.span, limit: limit) {
            throw fault
        }
        self.text = text
    }

    /// Creates a key by copying valid bytes.
    package init(_ bytes: Span<UInt8>, limit: Int = defaultLimit) throws(KeyFault) {
        if let fault = Key.fault(in: bytes, limit: limit) {
            throw fault
        }
        text = unsafe String(copying: UTF8Span(unchecked: bytes, isKnownASCII: true))
    }

    /// Whether Tuner itself declares the key; a pattern that begins with `*` does not match such keys.
    package var isBuiltIn: Bool { Key.isBuiltIn(text.utf8.span) }

    /// Returns why the bytes are not a valid key, or nil if they are; copies nothing.
    package static func fault(in bytes: Span<UInt8>, limit: Int = defaultLimit) -> KeyFault? {
        guard !bytes.isEmpty else { return .empty }
        guard bytes.count <= limit else { return .tooLong(limit: limit) }
        for offset in 0..<bytes.count where !isAllowed(bytes[offset]) {
            return .character(at: offset)
        }
        return nil
    }

    /// Returns whether the bytes begin with the prefix of built-in keys.
    package static func isBuiltIn(_ bytes: Span<UInt8>) -> Bool {
        let length = builtInPrefix.utf8CodeUnitCount
        return bytes.count >= length && builtInPrefix.hasBytes(bytes.extracting(0..<length))
    }

    /// Returns whether a key may contain the byte; looks it up in a bit set of the first 128 bytes.
    @inline(__always)
    package static func isAllowed(_ byte: UInt8) -> Bool {
        let half = byte < 64 ? allowedBelow64 : byte < 128 ? allowedFrom64 : 0
        return half >> UInt64(byte & 63) & 1 == 1
    }

    // "-", "." and the digits.
    private static let allowedBelow64: UInt64 = 0x03FF_6000_0000_0000
    // The letters and "_".
    private static let allowedFrom64: UInt64 = 0x07FF_FFFE_87FF_FFFE
}

extension Key: Comparable {
    package static func < (left: Key, right: Key) -> Bool { left.text.utf8.span.precedes(right.text.utf8.span) }
}

extension Key: CustomStringConvertible {
    package var description: String { text }
}
