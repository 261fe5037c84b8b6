extension ByteBuffer {
    /// Appends a value as compact JSON; nothing of one that holds a number without a spelling.
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

    /// Appends a double in the fewest digits that read back as the same, recognisable as a double.
    package mutating func append(json value: Double) throws(JSONNotFinite) {
        guard value.isFinite else { throw JSONNotFinite() }
        append(value.description)
    }

    /// Appends a whole number's digits.
    package mutating func append(decimal value: Int64) {
        if value < 0 {
            append(UInt8(ascii: "-"))
        }
        append(decimal: value.magnitude)
    }

    /// Appends a whole number's digits.
    package mutating func append(decimal value: UInt64) {
        var length = 1
        var bound: UInt64 = 10
        while value >= bound {
            length += 1
            let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
            guard !overflow else { break }
            bound = next
        }
        unsafe fill(atLeast: length) { room in
            var rest = value
            for place in (0..<length).reversed() {
                unsafe room[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            return length
        }
    }

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
