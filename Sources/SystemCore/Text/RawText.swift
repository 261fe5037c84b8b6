/// Bytes from outside the program that are usually UTF-8 text: an argument, an environment variable, a file name.
///
/// The kernel allows any byte but NUL there. ``text`` is what JSON and messages use, and is nil for other bytes; ``path``
/// is what the path parameters of ``Kernel`` and ``FileSystem`` use, and loses no byte.
package struct RawText: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns the bytes that a path spells.
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

    /// The bytes as text; nil when they are not UTF-8.
    package var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The bytes as a path: the text, in which each byte that is not UTF-8 is a pair of noncharacters, U+FDD0 plus its
    /// high four bits and U+FDE0 plus its low four bits.
    ///
    /// A noncharacter that the bytes themselves encode is spelled byte by byte too, so that every path spells one name.
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

    /// Whether a path holds a byte that is not UTF-8, or text that looks like one.
    static func containsSpelledBytes(_ path: String) -> Bool {
        // Every noncharacter of the two rows is EF B7 in UTF-8, and then 90 to AF.
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
