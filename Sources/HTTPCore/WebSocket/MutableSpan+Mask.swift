extension MutableSpan<UInt8> {
    /// Removes the mask of a frame, whose first byte is the lowest, from a range of bytes.
    ///
    /// Returns whether the result is ASCII.
    @inline(__always)
    mutating func unmask(_ range: Range<Int>, with mask: UInt32) -> Bool {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a payload outside the bytes")
        return unsafe withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return true }
            // The words are read as the machine reads them, so the mask is, too.
            let wideMask = (UInt64(mask) << 32 | UInt64(mask)).littleEndian
            var bits: UInt64 = 0
            var position = unsafe start + range.lowerBound
            let end = unsafe start + range.upperBound
            let wordsEnd = unsafe position + range.count & ~7
            while unsafe position < wordsEnd {
                let word = unsafe position.loadUnaligned(as: UInt64.self) ^ wideMask
                bits |= word
                unsafe position.storeBytes(of: word, as: UInt64.self)
                unsafe position += 8
            }
            var rest = mask
            while unsafe position < end {
                let byte = unsafe position.load(as: UInt8.self) ^ UInt8(truncatingIfNeeded: rest)
                bits |= UInt64(byte)
                unsafe position.storeBytes(of: byte, as: UInt8.self)
                rest = rest >> 8 | rest << 24
                unsafe position += 1
            }
            return bits & 0x8080_8080_8080_8080 == 0
        }
    }
}
