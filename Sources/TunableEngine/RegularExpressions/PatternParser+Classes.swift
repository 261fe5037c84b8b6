extension PatternParser {
    /// One item of a class: a character, which may begin a range, or a set such as `\d`.
    enum ClassItem {
        case scalar(UInt32)
        case set([ClosedRange<UInt32>], [ScalarSet.Property])
    }

    /// Reads a class after its `[`; `start` is the offset of the `[`.
    mutating func characterClass(from start: Int) throws(RegularExpressionFault) -> ScalarSet {
        let isInverted = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        var properties: [ScalarSet.Property] = []
        while !take("]") {
            try requireRoom(for: ScalarSet.size(ranges: ranges.count, properties: properties.count))
            let itemStart = offset
            let item = try classItem(in: start)
            // A hyphen at the end of a class means itself.
            if peek == "-", offset + 1 < scalars.count, scalars[offset + 1] != "]" {
                offset += 1
                let last = try classItem(in: start)
                ranges.append(try range(from: item, to: last, at: itemStart))
                continue
            }
            switch item {
            case .scalar(let value):
                ranges.append(value...value)
            case .set(let more, let moreProperties):
                ranges += more
                properties += moreProperties
            }
        }
        // The ranges are counted before they are merged, because merging them is work.
        try count(ScalarSet.size(ranges: ranges.count, properties: properties.count))
        return ScalarSet(ranges, properties: properties, isInverted: isInverted)
    }

    private func range(
        from first: ClassItem,
        to last: ClassItem,
        at start: Int
    ) throws(RegularExpressionFault) -> ClosedRange<UInt32> {
        guard case .scalar(let first) = first, case .scalar(let last) = last else {
            throw RegularExpressionFault(.rangeOfClasses, at: start)
        }
        guard first <= last else { throw RegularExpressionFault(.backwards(text(from: start)), at: start) }
        return first...last
    }

    private mutating func classItem(in start: Int) throws(RegularExpressionFault) -> ClassItem {
        let itemStart = offset
        guard let scalar = next() else { throw RegularExpressionFault(.unclosed("["), at: start) }
        guard scalar == "\\" else { return .scalar(scalar.value) }
        if take("b") {
            return .scalar(0x08)
        }
        if take("-") {
            return .scalar(UInt32(UInt8(ascii: "-")))
        }
        return try classItem(escapedFrom: itemStart)
    }
}
