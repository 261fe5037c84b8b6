/// Guesses which known name a wrong one was meant to be.
package enum NearestName {
    /// The known name with the fewest slips (a letter wrong, missing, too many, or two swapped), if they are few.
    ///
    /// Whoever sends a wrong name has this done, so a name costs little: most are told apart by length or by a few
    /// letters, and nothing is allocated.
    package static func nearest(to name: String, among known: some Sequence<String>) -> String? {
        let word = Beginning(of: name)
        var allowed = max(1, word.count / 3)
        var best: String?
        for candidate in known where abs(candidate.utf8.count - name.utf8.count) <= allowed {
            guard let slips = word.slips(to: Beginning(of: candidate), atMost: allowed) else { continue }
            best = candidate
            guard slips > 0 else { break }
            allowed = slips - 1
        }
        return best
    }
}

/// A name's first bytes, capitals made small: longer names are compared by their lengths and beginnings.
private struct Beginning {
    private static let longest = 64

    private(set) var count = 0
    private var bytes = InlineArray<64, UInt8>(repeating: 0)

    init(of name: String) {
        for byte in name.utf8.prefix(Beginning.longest) {
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
        var beforeLast = InlineArray<65, UInt8>(repeating: 0)
        var last = beforeLast
        var current = beforeLast
        for column in start...other.count {
            last[column] = UInt8(column - start)
        }
        for row in start..<count {
            current[start] = UInt8(row + 1 - start)
            var fewest = current[start]
            for column in start..<other.count {
                let isSame = bytes[row] == other.bytes[column]
                var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > start, column > start, bytes[row] == other.bytes[column - 1],
                    bytes[row - 1] == other.bytes[column]
                {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current[column + 1] = cost
                fewest = min(fewest, cost)
            }
            // No row has fewer than the one before: what a swap saves over two rows costs one slip in the first.
            guard fewest <= most else { return nil }
            swap(&beforeLast, &last)
            swap(&last, &current)
        }
        let slips = Int(last[other.count])
        return slips <= most ? slips : nil
    }
}
