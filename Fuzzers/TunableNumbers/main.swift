import Fuzzing
import JSONCore
import TestSupport
import TunableAgreement
import TunableEngine

// The bytes choose words, limits and extreme values, or are the bits of a number. Mutations of text seldom make
// such numbers; here each byte makes one. Every operation must end, and keep the rules of `SpecAgreement`.
fuzz { bytes in
    var choices = Choices(bytes)
    let rule = choices.rule()
    var definition = rule
    if choices.byte() & 1 == 1 {
        definition = ["type": "array", "items": .object(rule)]
    }
    do throws(SpecFaults) {
        let spec = try Spec(definition)
        require(SpecAgreement.brokenRule(of: spec))
        for _ in 0..<4 where !choices.isAtEnd {
            let value = choices.number()
            require(SpecAgreement.brokenRule(of: spec, by: spec.type == .array ? [value] : value))
        }
    } catch {
        require(SpecAgreement.brokenRule(of: error))
    }
}

/// Reads specs and numbers from bytes; zeros follow the last byte.
private struct Choices {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: Span<UInt8>) {
        self.bytes = bytes.indices.map { bytes[$0] }
    }

    var isAtEnd: Bool { position >= bytes.count }

    mutating func byte() -> UInt8 {
        defer { position += 1 }
        return position < bytes.count ? bytes[position] : 0
    }

    mutating func rule() -> JSONObject {
        let words = byte()
        var rule: JSONObject = ["type": words & 1 == 1 ? "integer" : "number"]
        for (bit, word) in ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "step", "default"]
            .enumerated()
        where words >> (bit + 1) & 1 == 1 {
            rule[word] = number()
        }
        if words >> 7 == 1 {
            rule["enum"] = .array((0..<byte() % 4).map { _ in number() })
        }
        return rule
    }

    mutating func number() -> JSON {
        let choice = byte()
        switch choice {
        case 0xFE: return .integer(Int64(bitPattern: bits()))
        case 0xFF:
            let number = Double(bitPattern: bits())
            return number.isFinite ? .double(number) : 0
        default: return ExtremeNumbers.all[Int(choice) % ExtremeNumbers.all.count]
        }
    }

    private mutating func bits() -> UInt64 {
        (0..<8).reduce(0) { bits, _ in bits << 8 | UInt64(byte()) }
    }
}

private func require(_ brokenRule: String?) {
    if let brokenRule { preconditionFailure(brokenRule) }
}
