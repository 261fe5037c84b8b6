/// Numbers that the model handles at once.
typealias Lanes = SIMD8<Double>

extension Lanes {
    static let size = 8

    /// Returns how many vectors hold `count` numbers.
    static func vectors(_ count: Int) -> Int { (count + size - 1) / size }
}
