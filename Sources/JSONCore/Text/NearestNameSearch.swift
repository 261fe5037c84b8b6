/// Finds the nearest of known names one after the other: for who has them in no list.
///
/// Whoever sends a wrong name has this done, perhaps a thousand times in one batch, so a known name costs little: most are
/// told apart by length or by a few letters, nothing is compared further than a few slips off, and only a name that is
/// nearer than the ones before is copied.
package struct NearestNameSearch {
    /// More slips than this make another name, however long both are.
    private static let mostSlips = 5

    /// The nearest so far.
    package private(set) var nearest: String?
    /// Whether nothing can be nearer.
    package private(set) var isOver = false

    private let length: Int
    private let word: Beginning
    private var allowed: Int

    /// Looks for what a wrong name was meant to be.
    package init(for name: String) {
        length = name.utf8.count
        word = Beginning(of: name.utf8.span)
        allowed = max(1, min(word.count / 3, NearestNameSearch.mostSlips))
    }

    /// Looks at one more known name; the first of several that are as near counts.
    package mutating func consider(_ known: Span<UInt8>) {
        guard !isOver, abs(known.count - length) <= allowed,
            let slips = word.slips(to: Beginning(of: known), atMost: allowed)
        else { return }
        nearest = unsafe String(copying: UTF8Span(unchecked: known))
        isOver = slips == 0
        allowed = slips - 1
    }
}

/// A name's first bytes, capitals made small: longer names are compared by their lengths and beginnings.
private struct Beginning {
    private static let longest = 64

    private(set) var count = 0
    private var bytes = InlineArray<64, UInt8>(repeating: 0)

    init(of name: Span<UInt8>) {
        for place in 0..<min(name.count, Beginning.longest) {
            let byte = name[place]
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            bytes[count] = isCapital ? byte | 0x20 : byte
            count += 1
        }
    }

    /// How many slips lead from one to the other; none where they are more than `most`.
    func slips(to other: Beginning, atMost most: Int) -> Int? {
        // Names often begin alike, as members of one family.
        var start = 0
        while start < min(count, other.count), bytes[start] == other.bytes[start] {
            start += 1
        }
        guard abs(count - other.count) <= most else { return nil }
        // More than `most` places off the diagonal nothing is few any more: there stands what is too many.
        let tooMany = UInt8(most + 1)
        var beforeLast = InlineArray<66, UInt8>(repeating: tooMany)
        var last = beforeLast
        var current = beforeLast
        for column in start...min(other.count, start + most) {
            last[column] = UInt8(column - start)
        }
        for row in start..<count {
            let first = max(start, row - most)
            let end = min(other.count, row + most + 1)
            current[first] = first == start ? UInt8(min(row + 1 - start, most + 1)) : tooMany
            var fewest = current[first]
            for column in first..<end {
                let isSame = bytes[row] == other.bytes[column]
                var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > start, column > start, bytes[row] == other.bytes[column - 1],
                    bytes[row - 1] == other.bytes[column]
                {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                cost = min(cost, tooMany)
                current[column + 1] = cost
                fewest = min(fewest, cost)
            }
            current[end + 1] = tooMany
            // No row has fewer than the one before: what a swap saves over two rows costs one slip in the first.
            guard fewest <= most else { return nil }
            swap(&beforeLast, &last)
            swap(&last, &current)
        }
        let slips = Int(last[other.count])
        return slips <= most ? slips : nil
    }
}
