/// The SHA-1 hash, which the WebSocket handshake requires; it protects nothing.
package enum SHA1 {
    package static func hash(_ message: Span<UInt8>) -> InlineArray<20, UInt8> {
        var state: InlineArray<5, UInt32> = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        var block = InlineArray<16, UInt32>(repeating: 0)
        let bitCount = UInt64(message.count) * 8
        // The message, the byte 0x80, zeros, and the length in the last eight bytes of a block.
        let blockCount = (message.count + 8) / 64 + 1
        for number in 0..<blockCount {
            for index in 0..<16 {
                var word: UInt32 = 0
                for offset in 64 * number + 4 * index..<64 * number + 4 * index + 4 {
                    let byte = offset < message.count ? message[offset] : offset == message.count ? 0x80 : 0
                    word = word << 8 | UInt32(byte)
                }
                block[index] = word
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

    private static func add(_ block: inout InlineArray<16, UInt32>, to state: inout InlineArray<5, UInt32>) {
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for round in 0..<80 {
            if round >= 16 {
                let word =
                    block[(round + 13) % 16] ^ block[(round + 8) % 16] ^ block[(round + 2) % 16] ^ block[round % 16]
                block[round % 16] = rotate(word, by: 1)
            }
            let (mixed, constant): (UInt32, UInt32) =
                switch round {
                case 0..<20: (b & c | ~b & d, 0x5A82_7999)
                case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let sum = rotate(a, by: 5) &+ mixed &+ e &+ constant &+ block[round % 16]
            (a, b, c, d, e) = (sum, a, rotate(b, by: 30), c, d)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
    }

    private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
