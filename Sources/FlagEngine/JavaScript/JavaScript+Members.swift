import JSONCore

extension JavaScript {
    /// Returns the value of `value[name]`: an object's member, or an element or the length of an array or a string.
    ///
    /// Returns nil if there is none.
    static func member(_ name: String, of value: JSON) -> JSON? {
        switch value {
        case .object(let object): return object[name]
        case .array(let elements):
            guard name != "length" else { return .integer(Int64(elements.count)) }
            guard let position = position(name), position < elements.count else { return nil }
            return elements[position]
        case .string(let text):
            let position = position(name)
            guard name == "length" || position != nil else { return nil }
            let units = UnitText(text)
            guard let position else { return .integer(Int64(units.count)) }
            guard position < units.count else { return nil }
            return .string(units.slice(position..<position + 1))
        default: return nil
        }
    }

    /// Returns the index in a name of digits without leading zeros, or nil.
    private static func position(_ name: String) -> Int? {
        let bytes = name.utf8.span
        guard !bytes.isEmpty, bytes.count <= 9, bytes[0] != UInt8(ascii: "0") || bytes.count == 1 else { return nil }
        var position = 0
        for index in 0..<bytes.count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            position = position * 10 + Int(digit)
        }
        return position
    }
}
