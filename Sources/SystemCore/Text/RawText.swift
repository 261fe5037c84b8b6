/// Bytes from outside the program that are usually UTF-8 text: an argument, an environment variable, a file name.
///
/// The kernel allows any byte but NUL there. JSON and messages use ``text``, which is nil for bytes that are not UTF-8.
/// The path parameters of ``Kernel`` and ``FileSystem`` use ``path``, which can represent all bytes.
package struct RawText: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: String) { bytes = Array(text.utf8) }

    /// Creates the bytes that `path` represents.
    package init(path: String) {
        guard RawText.containsSpelledBytes(path) else {
            self.init(path)
            return
        }
        var bytes: [UInt8] = []
        var high: Unicode.Scalar?
        for scalar in path.unicodeScalars {
            if let first = high, let byte = RawText.byte(first, scalar) {
                bytes.removeLast(RawText.scalarLength)
                bytes.append(byte)
                high = nil
            } else {
                bytes += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                high = scalar
            }
        }
        self.init(bytes: bytes)
    }

    /// The bytes as text; nil if they are not UTF-8.
    package var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The bytes as a path: the text, with a pair of noncharacters for each byte that is not UTF-8.
    ///
    /// The pair is U+FDD0 plus the high four bits of the byte, and U+FDE0 plus the low four bits. If the bytes
    /// themselves encode such a noncharacter, its bytes are spelled in the same way. So different bytes always have
    /// different paths.
    package var path: String {
        if let text, !RawText.containsSpelledBytes(text) { return text }
        var path = String.UnicodeScalarView()
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var position = 0
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let encoded):
                let scalar = UTF8.decode(encoded)
                if RawText.noncharacters.contains(scalar.value) {
                    for byte in encoded { RawText.spell(byte, in: &path) }
                } else {
                    path.append(scalar)
                }
                position += encoded.count
            case .error(let length):
                for byte in bytes[position..<(position + length)] { RawText.spell(byte, in: &path) }
                position += length
            case .emptyInput: return String(path)
            }
        }
    }

    /// Returns whether a path contains noncharacters that may spell bytes.
    static func containsSpelledBytes(_ path: String) -> Bool {
        // In UTF-8, all noncharacters from U+FDD0 to U+FDEF are EF B7, and then a byte from 90 to AF.
        var last: (UInt8, UInt8) = (0, 0)
        for byte in path.utf8 {
            if last.0 == 0xEF, last.1 == 0xB7, (0x90...0xAF).contains(byte) { return true }
            last = (last.1, byte)
        }
        return false
    }

    private static let noncharacters: ClosedRange<UInt32> = 0xFDD0...0xFDEF
    private static let scalarLength = 3

    private static func spell(_ byte: UInt8, in path: inout String.UnicodeScalarView) {
        for value in [0xFDD0 + UInt32(byte >> 4), 0xFDE0 + UInt32(byte & 0xF)] {
            path.append(Unicode.Scalar(value) ?? "\u{FFFD}")
        }
    }

    private static func byte(_ high: Unicode.Scalar, _ low: Unicode.Scalar) -> UInt8? {
        guard (0xFDD0...0xFDDF).contains(high.value), (0xFDE0...0xFDEF).contains(low.value) else { return nil }
        return UInt8(high.value - 0xFDD0) << 4 | UInt8(low.value - 0xFDE0)
    }
}

extension RawText: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init(text) }
}
