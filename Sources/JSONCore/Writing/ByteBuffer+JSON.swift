extension ByteBuffer {
    /// Appends a value as compact JSON; appends nothing and throws if the value contains a number that is not finite.
    package mutating func append(json value: JSON) throws(JSONNotFinite) {
        let before = count
        do {
            try append(part: value)
        } catch {
            truncate(to: before)
            throw error
        }
    }

    private mutating func append(part value: JSON) throws(JSONNotFinite) {
        switch value {
        case .null: append("null")
        case .boolean(let value): append(value ? "true" : "false")
        case .integer(let value): append(decimal: value)
        case .double(let value): try append(json: value)
        case .string(let value): append(jsonString: value)
        case .array(let elements): try append(part: elements)
        case .object(let object): try append(part: object)
        }
    }

    /// Appends a double in the fewest digits that parse to the same double, with a fraction or an exponent.
    package mutating func append(json value: Double) throws(JSONNotFinite) {
        guard value.isFinite else { throw JSONNotFinite() }
        append(text: value.description)
    }

    /// Appends an integer in decimal digits.
    package mutating func append(decimal value: Int64) {
        if value < 0 {
            append(UInt8(ascii: "-"))
        }
        append(decimal: value.magnitude)
    }

    /// Appends an integer in decimal digits.
    package mutating func append(decimal value: UInt64) {
        guard value >= 10 else { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)) }
        let length = ByteBuffer.digitCount(of: value)
        reserve(length)
        tail += length
        let pairs = unsafe ByteBuffer.decimalPairs.utf8Start
        var digit = unsafe storage + tail
        var rest = value
        // Writes two digits at a time, from the last.
        while rest >= 10 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            unsafe digit -= 2
            unsafe digit.update(from: pairs + 2 * Int(truncatingIfNeeded: pair), count: 2)
            rest = quotient
        }
        if rest > 0 {
            unsafe digit -= 1
            unsafe digit.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
        }
    }

    /// Returns the number of decimal digits, estimated from the number of bits and then corrected by at most one.
    @inline(__always)
    private static func digitCount(of value: UInt64) -> Int {
        let bits = UInt64.bitWidth - value.leadingZeroBitCount
        // 1233 / 4096 is slightly less than log10(2), so the estimate is never too large.
        let fewest = (bits * 1233) >> 12
        return value < leastWithMoreDigits(than: fewest) ? fewest : fewest + 1
    }

    @inline(__always)
    private static func leastWithMoreDigits(than count: Int) -> UInt64 {
        switch count {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1_000
        case 4: 10_000
        case 5: 100_000
        case 6: 1_000_000
        case 7: 10_000_000
        case 8: 100_000_000
        case 9: 1_000_000_000
        case 10: 10_000_000_000
        case 11: 100_000_000_000
        case 12: 1_000_000_000_000
        case 13: 10_000_000_000_000
        case 14: 100_000_000_000_000
        case 15: 1_000_000_000_000_000
        case 16: 10_000_000_000_000_000
        case 17: 100_000_000_000_000_000
        case 18: 1_000_000_000_000_000_000
        default: 10_000_000_000_000_000_000
        }
    }

    /// The numbers from 0 to 99, with two digits each.
    private static let decimalPairs: StaticString = """
        00010203040506070809\
        10111213141516171819\
        20212223242526272829\
        30313233343536373839\
        40414243444546474849\
        50515253545556575859\
        60616263646566676869\
        70717273747576777879\
        80818283848586878889\
        90919293949596979899
        """

    private mutating func append(part elements: [JSON]) throws(JSONNotFinite) {
        append(UInt8(ascii: "["))
        var isFirst = true
        for element in elements {
            if !isFirst {
                append(UInt8(ascii: ","))
            }
            isFirst = false
            try append(part: element)
        }
        append(UInt8(ascii: "]"))
    }

    private mutating func append(part object: JSONObject) throws(JSONNotFinite) {
        append(UInt8(ascii: "{"))
        var isFirst = true
        for member in object.members {
            if !isFirst {
                append(UInt8(ascii: ","))
            }
            isFirst = false
            append(jsonString: member.name)
            append(UInt8(ascii: ":"))
            try append(part: member.value)
        }
        append(UInt8(ascii: "}"))
    }
}
