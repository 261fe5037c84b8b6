/// The SHA-1 hash, which the WebSocket handshake requires; it protects nothing.
package enum SHA1 {
    package static func hash(_ message: Span<UInt8>) -> InlineArray<20, UInt8> {
        var state: InlineArray<5, UInt32> = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        var block = InlineArray<16, UInt32>(repeating: 0)
        let bitCount = UInt64(message.count) * 8
        // The message, the byte 0x80, zeros, and the length in the last eight bytes of a block.
        let blockCount = (message.count + 8) / 64 + 1
        for number in 0..<blockCount {
            let start = 64 * number
            for index in 0..<16 {
                block[index] = word(at: start + 4 * index, of: message)
            }
            if number == blockCount - 1 {
                block[14] = UInt32(truncatingIfNeeded: bitCount >> 32)
                block[15] = UInt32(truncatingIfNeeded: bitCount)
            }
            add(&block, to: &state)
        }
        var hash = InlineArray<20, UInt8>(repeating: 0)
        for index in 0..<20 {
            hash[index] = UInt8(truncatingIfNeeded: state[index / 4] >> UInt32(24 - index % 4 * 8))
        }
        return hash
    }

    /// Returns four bytes of the message, continued by the byte 0x80 and zeros.
    private static func word(at start: Int, of message: Span<UInt8>) -> UInt32 {
        guard start + 4 > message.count else {
            return UInt32(message[start]) << 24 | UInt32(message[start + 1]) << 16 | UInt32(message[start + 2]) << 8
                | UInt32(message[start + 3])
        }
        var word: UInt32 = 0
        for offset in start..<start + 4 {
            let byte = offset < message.count ? message[offset] : offset == message.count ? 0x80 : 0
            word = word << 8 | UInt32(byte)
        }
        return word
    }

    private static func add(_ block: inout InlineArray<16, UInt32>, to state: inout InlineArray<5, UInt32>) {
        var words = Words(a: state[0], b: state[1], c: state[2], d: state[3], e: state[4])
        run(0..<20, on: &words, with: &block, 0x5A82_7999) { b, c, d in b & c | ~b & d }
        run(20..<40, on: &words, with: &block, 0x6ED9_EBA1) { b, c, d in b ^ c ^ d }
        run(40..<60, on: &words, with: &block, 0x8F1B_BCDC) { b, c, d in b & c | b & d | c & d }
        run(60..<80, on: &words, with: &block, 0xCA62_C1D6) { b, c, d in b ^ c ^ d }
        state[0] &+= words.a
        state[1] &+= words.b
        state[2] &+= words.c
        state[3] &+= words.d
        state[4] &+= words.e
    }

    private struct Words {
        var a: UInt32
        var b: UInt32
        var c: UInt32
        var d: UInt32
        var e: UInt32
    }

    @inline(__always) private static func run(
        _ rounds: Range<Int>,
        on words: inout Words,
        with block: inout InlineArray<16, UInt32>,
        _ constant: UInt32,
        _ mix: (UInt32, UInt32, UInt32) -> UInt32
    ) {
        for round in rounds {
            // With a mask instead of a remainder, the compiler sees that each index is valid.
            let index = round & 15
            if round >= 16 {
                let word = block[(round + 13) & 15] ^ block[(round + 8) & 15] ^ block[(round + 2) & 15] ^ block[index]
                block[index] = rotate(word, by: 1)
            }
            let sum =
                rotate(words.a, by: 5) &+ mix(words.b, words.c, words.d) &+ words.e &+ constant &+ block[index]
            words = Words(a: sum, b: words.a, c: rotate(words.b, by: 30), d: words.c, e: words.d)
        }
    }

    private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 {
        word &<< count | word &>> (32 - count)
    }
}
