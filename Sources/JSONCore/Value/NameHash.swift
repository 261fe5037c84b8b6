/// A fast hash of names, with random keys for each process, so that an attacker cannot prepare colliding names.
package enum NameHash {
    private static let keys = (UInt64.random(in: 0 ... .max) | 1, UInt64.random(in: 0 ... .max) | 1)

    @inline(__always)
    package static func of(_ bytes: Span<UInt8>) -> UInt64 {
        let keys = keys
        var hash = keys.0 ^ UInt64(bytes.count)
        var position = 0
        while bytes.count &- position >= 8 {
            hash = fold(hash ^ ByteLanes.word(at: position, in: bytes), keys.1)
            position &+= 8
        }
        let rest = position < bytes.count ? ByteLanes.lastWord(from: position, in: bytes) : 0
        return fold(hash ^ rest, keys.1)
    }

    @inline(__always)
    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}
