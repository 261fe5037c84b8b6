/// Secrets of 256 random bits.
package enum RandomToken {
    /// Returns 64 hexadecimal digits from the kernel's random numbers.
    package static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
