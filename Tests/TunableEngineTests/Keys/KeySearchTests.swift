import TestSupport
import Testing

@testable import TunableEngine

@Suite struct KeySearchTests {
    @Test(arguments: [
        ("corner", "ui.cornerRadius", true), ("RADIUS", "ui.cornerRadius", true), ("uI.C", "Ui.corner", true),
        ("", "a", true), ("ui.cornerRadius", "ui.cornerRadius", true), ("ui.cornerRadius.x", "ui.cornerRadius", false),
        ("aab", "aaab", true), ("aab", "aaaa", false), ("é", "e", false), ("*", "a", false), ("@", "`", false),
        ("_", "a_b", true),
    ])
    func `a search ignores case`(part: String, key: String, isFound: Bool) {
        #expect(KeySearch(part).finds(key.utf8.span) == isFound)
    }

    @Test(arguments: Seeds.all)
    func `a search finds the same keys as a plain search`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            func word(_ most: Int) -> String {
                String(
                    (0..<Int.random(in: 1...most, using: &random)).map { _ in
                        "abA.".randomElement(using: &random) ?? "a"
                    }
                )
            }
            let (part, key) = (word(4), word(12))
            let expected = key.lowercased().contains(part.lowercased())
            #expect(KeySearch(part).finds(key.utf8.span) == expected, "\(part) in \(key), seed \(seed)")
        }
    }
}
