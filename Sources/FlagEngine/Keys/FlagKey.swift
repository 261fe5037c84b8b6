import JSONCore

/// A flag's key: 1 to 256 bytes without control characters, compared by its bytes.
package struct FlagKey: Sendable {
    /// The default limit of a key's length, in bytes.
    package static let defaultLimit = 256

    package let text: String

    /// Creates a key from a valid text.
    package init(_ text: String, limit: Int = defaultLimit) throws(FlagKeyFault) {
        if let fault = FlagKey.fault(in: text.utf8.span, limit: limit) {
            throw fault
        }
        self.text = text
    }

    /// Returns why the bytes are not a valid key, or nil if they are; copies nothing.
    package static func fault(in bytes: Span<UInt8>, limit: Int = defaultLimit) -> FlagKeyFault? {
        guard !bytes.isEmpty else { return .empty }
        guard bytes.count <= limit else { return .tooLong(limit: limit) }
        for offset in 0..<bytes.count where isControl(at: offset, in: bytes) {
            return .controlCharacter(at: offset)
        }
        return nil
    }

    /// Returns whether a control character begins at an offset: an ASCII one, or U+0080 to U+009F, which have two bytes.
    private static func isControl(at offset: Int, in bytes: Span<UInt8>) -> Bool {
        let byte = bytes[offset]
        guard byte >= 0x20, byte != 0x7F else { return true }
        return byte == 0xC2 && offset + 1 < bytes.count && bytes[offset + 1] < 0xA0
    }
}

extension FlagKey: Hashable {
    package static func == (left: FlagKey, right: FlagKey) -> Bool { left.text.hasSameBytes(as: right.text) }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(NameHash.of(text.utf8.span))
    }
}

extension FlagKey: Comparable {
    package static func < (left: FlagKey, right: FlagKey) -> Bool {
        left.text.utf8.span.precedes(right.text.utf8.span)
    }
}

extension FlagKey: CustomStringConvertible {
    package var description: String { text }
}
