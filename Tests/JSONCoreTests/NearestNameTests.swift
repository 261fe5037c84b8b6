import JSONCore
import TestSupport
import Testing

@Suite struct NearestNameTests {
    private static let known = ["tunables.get", "tunables.set", "ping", String(repeating: "long", count: 50)]

    @Test(
        arguments: [
            ("tunables.gte", "tunables.get"), ("Tunables.Set", "tunables.set"), ("tunable.set", "tunables.set"),
            ("TUNABLES.GET", "tunables.get"), ("pong", "ping"), ("pin", "ping"), ("pinng", "ping"), ("ipng", "ping"),
            ("zong", nil), ("flags", nil), ("tun", "tunables.get"), ("TUN", nil), ("tu", nil),
            (String(repeating: "long", count: 51), String(repeating: "long", count: 50)),
            (String(repeating: "gnol", count: 50), nil),
            (String(repeating: "long", count: 48), String(repeating: "long", count: 50)),
        ] as [(String, String?)]
    )
    func `the nearest name is found despite a few typing errors`(name: String, nearest: String?) {
        #expect(NearestName.nearest(to: name, among: Self.known) == nearest)
    }

    @Test(arguments: Seeds.all)
    func `the nearest name has the smallest edit distance, or begins with the word`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func name(_ most: Int) -> String {
            let count = Int.random(in: 0...most, using: &generator)
            return String((0..<count).map { _ in "abc".randomElement(using: &generator) ?? "a" })
        }
        func slipped(_ name: String) -> String {
            var letters = Array(name)
            for _ in 0..<Int.random(in: 0...8, using: &generator) where letters.count > 1 {
                let position = Int.random(in: 1..<letters.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: letters.swapAt(position - 1, position)
                case 1: letters.remove(at: position)
                case 2: letters.insert("d", at: position)
                default: letters[position] = "e"
                }
            }
            return String(letters)
        }
        for _ in 0..<200 {
            let isLong = Bool.random(using: &generator)
            let wrong = name(isLong ? 50 : 9)
            let known = (0..<Int.random(in: 0...6, using: &generator)).map { _ in isLong ? slipped(wrong) : name(9) }
            let few = known.filter { Self.slips(wrong, $0) <= max(1, min(5, wrong.utf8.count / 3)) }
            let longer = known.filter { wrong.count >= 3 && $0.hasPrefix(wrong) }.min { $0.count < $1.count }
            let nearest = few.min { Self.slips(wrong, $0) < Self.slips(wrong, $1) } ?? longer
            #expect(NearestName.nearest(to: wrong, among: known) == nearest, "\(wrong) among \(known)")
        }
    }

    /// Returns the edit distance, computed with the complete matrix.
    private static func slips(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        var costs = [[Int]](repeating: [Int](repeating: 0, count: right.count + 1), count: left.count + 1)
        for row in 0...left.count {
            for column in 0...right.count {
                guard row > 0, column > 0 else {
                    costs[row][column] = row + column
                    continue
                }
                let isSame = left[row - 1] == right[column - 1]
                costs[row][column] = min(
                    costs[row - 1][column - 1] + (isSame ? 0 : 1),
                    costs[row - 1][column] + 1,
                    costs[row][column - 1] + 1
                )
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    costs[row][column] = min(costs[row][column], costs[row - 2][column - 2] + 1)
                }
            }
        }
        return costs[left.count][right.count]
    }

    @Test(arguments: ["ping", "long", "é"])
    func `a much longer name has no nearest name`(piece: String) {
        for count in [60, 1_000_000] {
            #expect(NearestName.nearest(to: String(repeating: piece, count: count), among: Self.known) == nil)
        }
    }
}
