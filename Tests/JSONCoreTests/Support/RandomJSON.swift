import JSONCore
import TestSupport

/// A generator of random values and of random spellings of values.
struct RandomJSON {
    var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Returns a random value, nested at most `depth` deep.
    mutating func value(depth: Int) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
        case 0: .null
        case 1: .boolean(.random(using: &generator))
        case 2: .integer(integer())
        case 3: .double(double())
        case 4, 5: .string(string())
        case 6: .array((0..<count()).map { _ in value(depth: depth - 1) })
        default: .object(object(depth: depth - 1))
        }
    }

    /// Returns a spelling of a value with random white space, escapes and repeated names.
    mutating func text(of value: JSON) -> String {
        let written: String
        switch value {
        case .null: written = "null"
        case .boolean(let value): written = "\(value)"
        case .integer(let value): written = "\(value)"
        case .double(let value): written = "\(value)"
        case .string(let value): written = quoted(value)
        case .array(let elements):
            written = "[" + elements.map { text(of: $0) }.joined(separator: ",") + space() + "]"
        case .object(let object):
            var members: [String] = []
            for member in object.members {
                if Int.random(in: 0..<8, using: &generator) == 0 {
                    members.append(space() + quoted(member.name) + ":\(Int.random(in: 0...9, using: &generator))")
                }
                members.append(space() + quoted(member.name) + space() + ":" + text(of: member.value))
            }
            written = "{" + members.joined(separator: ",") + space() + "}"
        }
        return space() + written + space()
    }

    /// Returns the bytes with one byte changed, removed or inserted.
    mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let alphabet =
            Array(#"{}[]:,"\u-+.eE019truefalsn "#.utf8) + [0, 0x1F, 0x7F, 0x80, 0xBF, 0xC2, 0xE0, 0xED, 0xF0, 0xFF]
        let position = Int.random(in: 0...bytes.count, using: &generator)
        let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
        switch Int.random(in: 0...2, using: &generator) {
        case 0 where position < bytes.count: bytes[position] = byte
        case 1 where position < bytes.count: bytes.remove(at: position)
        default: bytes.insert(byte, at: position)
        }
        return bytes
    }

    private mutating func object(depth: Int) -> JSONObject {
        var object = JSONObject()
        for _ in 0..<count() {
            object[string()] = value(depth: depth)
        }
        return object
    }

    private mutating func count() -> Int {
        Int.random(in: 0..<20, using: &generator) == 0 ? 40 : Int.random(in: 0..<6, using: &generator)
    }

    private mutating func integer() -> Int64 {
        let bits = Int64(bitPattern: generator.next())
        return bits >> Int64.random(in: 0...63, using: &generator)
    }

    private mutating func double() -> Double {
        let double =
            Bool.random(using: &generator)
            ? Double(bitPattern: generator.next())
            : Double(Int.random(in: -100_000...100_000, using: &generator)) / 100
        return double.isFinite ? double : -0.0
    }

    private mutating func string() -> String {
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0x61...0x7A, 0...0x1F, 0x7F...0x7FF, 0x800...0xD7FF, 0x10000...0x10FFFF,
        ]
        let range = ranges[Int.random(in: 0..<ranges.count, using: &generator)]
        var text = ""
        for _ in 0..<Int.random(in: 0..<25, using: &generator) {
            let value = UInt32.random(
                in: Int.random(in: 0..<10, using: &generator) == 0 ? 0x20...0x7E : range,
                using: &generator
            )
            if let scalar = Unicode.Scalar(value) {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private mutating func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" || Int.random(in: 0..<12, using: &generator) == 0
            {
                for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                    let digits = String(unit, radix: 16, uppercase: .random(using: &generator))
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    private mutating func space() -> String {
        let length = max(0, Int.random(in: -3...2, using: &generator))
        return String((0..<length).map { _ in " \n\r\t".randomElement(using: &generator) ?? " " })
    }
}
