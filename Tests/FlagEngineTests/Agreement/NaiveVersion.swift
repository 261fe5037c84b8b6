/// A version split into words.
struct NaiveVersion {
    var numbers: [String]
    var preRelease: [String]

    init?(_ text: String) {
        let hasLetter = text.unicodeScalars.first == "v" || text.unicodeScalars.first == "V"
        let bare = hasLetter ? String(text.unicodeScalars.dropFirst()) : text
        let build = NaiveVersion.split(bare, "+", most: 1)
        let parts = NaiveVersion.split(build[0], "-", most: 1)
        numbers = NaiveVersion.split(parts[0], ".")
        preRelease = parts.count == 2 ? NaiveVersion.split(parts[1], ".") : []
        let builds = build.count == 2 ? NaiveVersion.split(build[1], ".") : []
        guard numbers.count <= 3, numbers.allSatisfy(NaiveVersion.isNumber),
            numbers.count == 3 || build.count == 1 && parts.count == 1,
            preRelease.allSatisfy({
                NaiveVersion.isWord($0) && (!NaiveVersion.isDigits($0) || NaiveVersion.isNumber($0))
            }),
            builds.allSatisfy(NaiveVersion.isWord)
        else { return nil }
        numbers += Array(repeating: "0", count: 3 - numbers.count)
    }

    private static func split(_ text: String, _ separator: Unicode.Scalar, most: Int = .max) -> [String] {
        text.unicodeScalars.split(separator: separator, maxSplits: most, omittingEmptySubsequences: false).map {
            String($0)
        }
    }

    private static func isDigits(_ word: String) -> Bool {
        !word.isEmpty && word.unicodeScalars.allSatisfy { ("0"..."9").contains($0) }
    }

    private static func isNumber(_ word: String) -> Bool { isDigits(word) && (word == "0" || !word.hasPrefix("0")) }

    private static func isWord(_ word: String) -> Bool {
        !word.isEmpty
            && word.unicodeScalars.allSatisfy {
                ("0"..."9").contains($0) || ("a"..."z").contains($0) || ("A"..."Z").contains($0) || $0 == "-"
            }
    }

    func order(_ other: NaiveVersion) -> Int {
        for (left, right) in zip(numbers, other.numbers) where left != right {
            return NaiveVersion.orderOfNumbers(left, right)
        }
        if preRelease.isEmpty || other.preRelease.isEmpty {
            return preRelease.isEmpty == other.preRelease.isEmpty ? 0 : preRelease.isEmpty ? 1 : -1
        }
        for (left, right) in zip(preRelease, other.preRelease) where left != right {
            switch (NaiveVersion.isDigits(left), NaiveVersion.isDigits(right)) {
            case (true, true): return NaiveVersion.orderOfNumbers(left, right)
            case (true, false): return -1
            case (false, true): return 1
            default: return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
            }
        }
        return preRelease.count - other.preRelease.count
    }

    private static func orderOfNumbers(_ left: String, _ right: String) -> Int {
        guard left.count == right.count else { return left.count - right.count }
        return left < right ? -1 : 1
    }
}
