internal import JSONCore

extension ByteBuffer {
    /// Ends the line that begins at `start` with a checksum of the line's text and of the bytes in `following`.
    mutating func appendSeal(from start: Int, covering following: Span<UInt8>) {
        var checksum = CRC32C()
        withBytes { checksum.update($0.extracting(start..<$0.count)) }
        checksum.update(following)
        append(StoreFormat.seal)
        append(hexadecimal: checksum.value)
        append(StoreFormat.end)
    }

    private mutating func append(hexadecimal value: UInt32) {
        for nibble in (0..<StoreFormat.checksumDigits).reversed() {
            let digit = UInt8(truncatingIfNeeded: value >> (4 * nibble) & 0xF)
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
