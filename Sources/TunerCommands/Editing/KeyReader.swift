import JSONCore

/// A parser that finds key presses in the bytes of a terminal.
struct KeyReader {
    private enum State {
        case plain
        case escape
        /// After `ESC [` or `ESC O`, with the bytes since then.
        case sequence([UInt8])
        /// Inside a UTF-8 sequence of `count` bytes.
        case scalar([UInt8], count: Int)
    }

    private static let longestSequence = 16
    private var state = State.plain

    /// Parses one byte; returns the key press that it completes, or nil.
    mutating func read(_ byte: UInt8) -> KeyPress? {
        switch state {
        case .plain: return begin(byte)
        case .escape:
            state = .plain
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "O"):
                state = .sequence([])
                return nil
            case UInt8(ascii: "b"): return .wordLeft
            case UInt8(ascii: "f"): return .wordRight
            case 0x7F: return .cutWord
            case 0x1B:
                state = .escape
                return nil
            // Escape alone has no meaning here, so parse the next byte as a separate key.
            default: return begin(byte)
            }
        case .sequence(let bytes):
            guard !(0x40...0x7E).contains(byte) else {
                state = .plain
                return KeyReader.key(bytes, final: byte)
            }
            state = bytes.count < KeyReader.longestSequence ? .sequence(bytes + [byte]) : .plain
            return nil
        case .scalar(let bytes, let count):
            guard byte & 0xC0 == 0x80 else {
                state = .plain
                return begin(byte)
            }
            let bytes = bytes + [byte]
            guard bytes.count == count else {
                state = .scalar(bytes, count: count)
                return nil
            }
            state = .plain
            guard let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first,
                !scalar.commandsTerminals
            else { return nil }
            return .scalar(scalar)
        }
    }

    /// Returns the Escape key if nothing follows its byte: the sequence of another key arrives with it.
    mutating func finishEscape() -> KeyPress? {
        guard case .escape = state else { return nil }
        state = .plain
        return .escape
    }

    private mutating func begin(_ byte: UInt8) -> KeyPress? {
        switch byte {
        case 0x01: return .home
        case 0x02: return .left
        case 0x03: return .interrupt
        case 0x04: return .endOfInput
        case 0x05: return .end
        case 0x06: return .right
        case 0x07: return .abort
        case 0x08, 0x7F: return .backspace
        case 0x09: return .tab
        case 0x0A, 0x0D: return .enter
        case 0x0B: return .cutToEnd
        case 0x0C: return .clearScreen
        case 0x0E: return .down
        case 0x10: return .up
        case 0x12: return .searchBackwards
        case 0x15: return .cutToStart
        case 0x17: return .cutWord
        case 0x1B: state = .escape
        case 0x20..<0x7F: return .scalar(Unicode.Scalar(byte))
        case 0xC2...0xDF: state = .scalar([byte], count: 2)
        case 0xE0...0xEF: state = .scalar([byte], count: 3)
        case 0xF0...0xF4: state = .scalar([byte], count: 4)
        default: break
        }
        return nil
    }

    private static func key(_ parameters: [UInt8], final: UInt8) -> KeyPress? {
        let hasModifier = parameters.contains(UInt8(ascii: ";"))
        switch final {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return hasModifier ? .wordRight : .right
        case UInt8(ascii: "D"): return hasModifier ? .wordLeft : .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "~"):
            switch parameters.first {
            case UInt8(ascii: "1") where parameters.count == 1, UInt8(ascii: "7"): return .home
            case UInt8(ascii: "4"), UInt8(ascii: "8"): return .end
            case UInt8(ascii: "3"): return .delete
            case UInt8(ascii: "5"): return .pageUp
            case UInt8(ascii: "6"): return .pageDown
            default: return nil
            }
        default: return nil
        }
    }
}
