import TestSupport

/// Random keys of many shapes: prefixes of others, keys that differ only at the end, and arbitrary bytes.
struct RandomKeys {
    private var generator: SeededGenerator
    /// The number of different keys.
    ///
    /// The fewer there are, the more often the same key is chosen.
    let variety: Int

    init(seed: UInt64, variety: Int) {
        generator = SeededGenerator(seed: seed)
        self.variety = variety
    }

    mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

    mutating func key() -> [UInt8] { RandomKeys.key(number(below: variety)) }

    /// Returns the key for a number, always the same one.
    static func key(_ number: Int) -> [UInt8] {
        switch number % 5 {
        case 0: return Array("group\(number % 7).key\(number)".utf8)
        case 1: return [UInt8](repeating: UInt8(number % 3), count: 1 + number / 15 % 256)
        case 2:
            var generator = SeededGenerator(seed: UInt64(number))
            return (0...Int.random(in: 0...20, using: &generator)).map { _ in
                .random(in: .min ... .max, using: &generator)
            }
        case 3: return [UInt8](repeating: 0x2E, count: 200) + Array(String(number).utf8)
        default: return Array(String(number, radix: 2).utf8)
        }
    }
}
