/// The choice of a media type by the `Accept` field (RFC 9110, 12.5.1).
package enum AcceptedTypes {
    /// Returns how much a client prefers a type, which is written in small letters, from 0 to 1000.
    ///
    /// The most specific range of the field decides: the type with its version, then the type itself, then `type/*`,
    /// then `*/*`. Without a field, the value is 1000.
    ///
    /// A type without a version has no parameters, so a range with other parameters than `q` does not match it. For a
    /// type with a version, such as a format of metrics, parameters other than `version` and `q` are ignored.
    package static func quality(
        of type: StaticString,
        version: StaticString? = nil,
        _ field: Range<Int>?,
        in bytes: Span<UInt8>
    ) -> Int {
        guard let field else { return 1_000 }
        var best = (rank: 0, quality: 0)
        var list = TokenList(field, hasQuotes: true)
        while let element = list.next(in: bytes) {
            guard let (range, quality, hasVersion) = read(element, version: version, in: bytes) else { continue }
            var rank = rank(of: range, for: type, in: bytes)
            if rank == 3, hasVersion {
                rank = 4
            }
            if rank > best.rank {
                best = (rank, quality)
            }
        }
        return best.quality
    }

    /// Returns the index of the offer that the client prefers, the first one of equals; nil if it accepts none.
    package static func best(of offers: [StaticString], _ field: Range<Int>?, in bytes: Span<UInt8>) -> Int? {
        var best: (index: Int, quality: Int)?
        for (index, offer) in offers.enumerated() {
            let quality = quality(of: offer, field, in: bytes)
            if quality > best?.quality ?? 0 {
                best = (index, quality)
            }
        }
        return best?.index
    }

    /// Returns how specific a range is that contains a type; 0 if the range does not contain it.
    private static func rank(of range: Range<Int>, for type: StaticString, in bytes: Span<UInt8>) -> Int {
        guard !bytes.equals(type, ignoringCaseIn: range) else { return 3 }
        guard bytes[range.upperBound - 1] == UInt8(ascii: "*") else { return 0 }
        guard bytes[range.lowerBound] != UInt8(ascii: "*") else { return 1 }
        // The part up to the slash, which the type must share.
        let count = range.count - 1
        guard count < type.utf8CodeUnitCount, unsafe type.utf8Start[count - 1] == UInt8(ascii: "/") else { return 0 }
        for offset in 0..<count {
            let byte = bytes[range.lowerBound + offset]
            let isUpperCase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            guard unsafe (isUpperCase ? byte | 0x20 : byte) == type.utf8Start[offset] else { return 0 }
        }
        return 2
    }

    /// Reads a media range and its quality; nil if it is faulty, or has parameters that the offer has not.
    private static func read(
        _ element: Range<Int>,
        version: StaticString?,
        in bytes: Span<UInt8>
    ) -> (range: Range<Int>, quality: Int, hasVersion: Bool)? {
        guard let type = MediaType(element, in: bytes) else { return nil }
        var parameters = ParameterList(type.essence.upperBound..<element.upperBound)
        var hasVersion = false
        while let parameter = parameters.next(in: bytes) {
            if bytes.equals("q", ignoringCaseIn: parameter.name) {
                return quality(parameter.value, in: bytes).map { (type.essence, $0, hasVersion) }
            }
            guard let version else { return nil }
            if bytes.equals("version", ignoringCaseIn: parameter.name) {
                guard bytes.equals(version, ignoringCaseIn: parameter.value) else { return nil }
                hasVersion = true
            }
        }
        return (type.essence, 1_000, hasVersion)
    }

    /// Reads a number from 0 to 1 with up to three decimals, in thousandths.
    private static func quality(_ range: Range<Int>, in bytes: Span<UInt8>) -> Int? {
        guard range.count <= 5, let first = range.first, range.count == 1 || bytes[first + 1] == UInt8(ascii: ".")
        else {
            return nil
        }
        var value = Int(bytes[first]) - Int(UInt8(ascii: "0"))
        guard value == 0 || value == 1 else { return nil }
        for offset in first + 2..<first + 5 {
            let digit = offset < range.upperBound ? bytes[offset] &- UInt8(ascii: "0") : 0
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value <= 1_000 ? value : nil
    }
}
