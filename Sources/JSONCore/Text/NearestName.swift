/// Guesses which known name a wrong one was meant to be.
package enum NearestName {
    /// The known name with the fewest slips (a letter wrong, missing, too many, or two swapped), if they are few.
    package static func nearest(to name: String, among known: some Sequence<String>) -> String? {
        let word = beginning(of: name)
        let most = max(1, word.count / 3)
        var best: (name: String, slips: Int)?
        for candidate in known where abs(candidate.utf8.count - name.utf8.count) <= most {
            let slips = slips(between: word, and: beginning(of: candidate))
            if slips <= min(most, (best?.slips ?? .max) - 1) {
                best = (candidate, slips)
            }
        }
        return best?.name
    }

    /// Longer names are compared by their lengths and beginnings: the cost grows with the square.
    private static let longest = 64

    /// The first bytes in lower case; what stands behind them costs nothing.
    private static func beginning(of name: String) -> [UInt8] {
        Array(String(name.unicodeScalars.prefix(longest)).lowercased().utf8.prefix(longest))
    }

    private static func slips(between left: [UInt8], and right: [UInt8]) -> Int {
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let isSame = left[row] == right[column]
                var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
