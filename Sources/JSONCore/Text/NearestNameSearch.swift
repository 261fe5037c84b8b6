/// An incremental search for the known name nearest to a misspelled name, for callers without a list of names.
///
/// A client can cause a thousand searches in one batch, so each known name must be cheap:
/// - Most names are excluded by their length or after a few bytes.
/// - No comparison continues beyond the allowed number of edits.
/// - Only a name that is nearer than all names before it is copied.
package struct NearestNameSearch {
    /// The maximum number of edits, however long the name is; beyond it, names count as unrelated.
    private static let maxSlips = 5

    /// The nearest known name so far.
    package private(set) var nearest: String?
    /// Whether no other name can be nearer.
    package private(set) var isOver = false

    private let length: Int
    private let word: Beginning
    private var allowed: Int

    package init(for name: String) {
        length = name.utf8.count
        word = Beginning(of: name.utf8.span)
        allowed = max(1, min(word.count / 3, NearestNameSearch.maxSlips))
    }

    /// Considers one more known name; of several equally near names, the first counts.
    package mutating func consider(_ known: Span<UInt8>) {
        guard !isOver, abs(known.count - length) <= allowed,
            let slips = word.slips(to: Beginning(of: known), atMost: allowed)
        else { return }
        nearest = unsafe String(copying: UTF8Span(unchecked: known))
        isOver = slips == 0
        allowed = slips - 1
    }
}

/// The first 64 bytes of a name, with ASCII letters in lowercase.
///
/// Of longer names, only the lengths and these bytes are compared.
private struct Beginning {
    private static let longest = 64

    private(set) var count = 0
    private var bytes = InlineArray<64, UInt8>(repeating: 0)

    init(of name: Span<UInt8>) {
        for index in 0..<min(name.count, Beginning.longest) {
            let byte = name[index]
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            bytes[count] = isCapital ? byte | 0x20 : byte
            count += 1
        }
    }

    /// Returns the edit distance to another name; nil if it is greater than `most`.
    func slips(to other: Beginning, atMost most: Int) -> Int? {
        // A common prefix needs no edits. It is frequent, because the names of one group begin with the same prefix.
        var start = 0
        while start < min(count, other.count), bytes[start] == other.bytes[start] {
            start += 1
        }
        guard abs(count - other.count) <= most else { return nil }
        // A cell more than `most` columns off the diagonal needs more than `most` edits. Such cells hold this value.
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
            // The minimum never decreases from row to row. A swap skips a row, but costs as much as that row can add.
            guard fewest <= most else { return nil }
            swap(&beforeLast, &last)
            swap(&last, &current)
        }
        let slips = Int(last[other.count])
        return slips <= most ? slips : nil
    }
}
