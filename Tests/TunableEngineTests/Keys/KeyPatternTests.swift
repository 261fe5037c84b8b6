import JSONCore
import TestSupport
import Testing
import TunableEngine

@Suite struct KeyPatternTests {
    @Test(arguments: [
        ("ui.scale", ["ui.scale"], ["ui.scaled", "ui.scal", "x.ui.scale", "ui"]),
        ("ui.*", ["ui.", "ui.a", "ui.a.b"], ["ui", "uix", "my.ui.a"]),
        ("*", ["a", "a.b.c"], []),
        ("**", ["a", "a.b.c"], []),
        ("*.scale", ["ui.scale", "a.b.scale", ".scale"], ["scale", "ui.scale.x"]),
        ("a*b*c", ["abc", "axbxc", "abbc", "a.b.c.b.c"], ["acb", "abcx", "ab", "ac"]),
        ("a*a", ["aa", "aba"], ["a"]),
        ("ab*ba", ["abba", "abxba"], ["aba"]),
        ("*aab*aab*", ["aabaab", "xaaabxaab"], ["aab", "aabxaax", "aabab"]),
    ])
    func `a star matches any sequence of characters`(pattern: String, matched: [String], others: [String]) throws {
        let pattern = try KeyPattern(pattern)
        for key in matched {
            #expect(try pattern.matches(Key(key)), "\(pattern.text) \(key)")
        }
        for key in others {
            #expect(try !pattern.matches(Key(key)), "\(pattern.text) \(key)")
        }
    }

    @Test(arguments: Seeds.all)
    func `patterns match the same keys as a naive matcher`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let pattern = word(of: Array("ab*".utf8), count: 1...8, using: &random)
            let key = word(of: Array("ab".utf8), count: 1...12, using: &random)
            let expected = naivelyMatches(pattern[...], key[...])
            let text = String(decoding: pattern, as: UTF8.self)
            #expect(try KeyPattern(text).matches(key.span) == expected, "\(text) \(key)")
        }
    }

    @Test func `pattern memory does not grow with the number of stars`() throws {
        let many = try KeyPattern(String(repeating: "*a", count: 127) + "*b")
        let few = try KeyPattern("*" + String(repeating: "a", count: 253) + "*b")
        #expect(many.memory == few.memory)
        #expect(many.memory < 1_024)
        #expect(try many.matches(Key(String(repeating: "a", count: 127) + "b")))
        #expect(try !many.matches(Key(String(repeating: "a", count: 126) + "b")))
    }

    @Test(arguments: Seeds.all)
    func `a pattern covers another if it matches all keys of the other`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // No pattern contains c, so a star is the only part that matches it.
        let keys = Self.words(of: Array("abc".utf8), upTo: 6)
        for _ in 0..<60 {
            let texts = (0..<2).map { _ in word(of: Array("ab**".utf8), count: 1...5, using: &random) }
            let patterns = try texts.map { try KeyPattern(String(decoding: $0, as: UTF8.self)) }
            let expected = keys.allSatisfy { key in
                !patterns[1].matches(key.span, includingBuiltIn: true)
                    || patterns[0].matches(key.span, includingBuiltIn: true)
            }
            #expect(patterns[0].covers(patterns[1]) == expected, "\(patterns[0].text) \(patterns[1].text)")
        }
    }

    @Test(arguments: Seeds.all)
    func `removing covered patterns keeps the set of matching keys`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let keys = Self.words(of: Array("abc".utf8), upTo: 5)
        for _ in 0..<20 {
            let patterns = try (0..<6).map { _ in
                let text = word(of: Array("ab*".utf8), count: 1...4, using: &random)
                return try KeyPattern(String(decoding: text, as: UTF8.self))
            }
            let kept = PatternCover.uncovered(patterns)
            for key in keys {
                let isMatched = KeyPatterns(patterns: patterns).matches(key.span, includingBuiltIn: true)
                #expect(KeyPatterns(patterns: kept).matches(key.span, includingBuiltIn: true) == isMatched)
            }
            for pattern in kept {
                #expect(kept.filter { $0.covers(pattern) } == [pattern])
            }
        }
    }

    private static func words(of letters: [UInt8], upTo length: Int) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var longest: [[UInt8]] = [[]]
        for _ in 0..<length {
            longest = longest.flatMap { word in letters.map { word + [$0] } }
            words += longest
        }
        return words
    }

    @Test func `patterns that begin with a star do not match built-in keys`() throws {
        let key = try Key("stew.roma")
        #expect(try !KeyPattern("*").matches(key))
        #expect(try !KeyPattern("*roma").matches(key))
        #expect(try KeyPattern("*").matches(key, includingBuiltIn: true))
        #expect(try KeyPattern("s*").matches(key))
        #expect(try KeyPattern("stew.*").matches(key))
        #expect(try KeyPattern("stew.roma").matches(key))
        #expect(try KeyPatterns(["*", "stew.*"]).matches(key))
        #expect(try !KeyPatterns(["*", "ui.*"]).matches(key))
    }

    @Test func `a pattern reports the common prefix of its keys`() throws {
        #expect(try KeyPattern("ui.*.x").prefix == "ui.")
        #expect(try KeyPattern("ui.x").prefix == "ui.x")
        #expect(try KeyPattern("*x").prefix == "")
        #expect(try KeyPattern("ui.x").isKey)
        #expect(try !KeyPattern("ui.x*").isKey)
        #expect(try KeyPattern("*x").beginsWithStar)
        #expect(try !KeyPattern("x*").beginsWithStar)
    }

    @Test(arguments: [
        ("", KeyFault.empty),
        ("ui.?", .character(at: 3)),
        (String(repeating: "*", count: 257), .tooLong(limit: 256)),
    ])
    func `an invalid pattern is refused with its fault`(word: String, fault: KeyFault) {
        #expect(throws: fault) { try KeyPattern(word) }
        #expect(throws: KeyPatternsFault.pattern(word, fault)) { try KeyPatterns(.string(word)) }
        #expect(throws: KeyPatternsFault.pattern(word, fault)) { try KeyPatterns(["a", .string(word)]) }
    }

    @Test func `patterns are a string or an array of strings`() throws {
        #expect(try KeyPatterns("ui.*").patterns.map(\.text) == ["ui.*"])
        #expect(try KeyPatterns([]).matches(Key("a")) == false)
        #expect(throws: KeyPatternsFault.kind(.number)) { try KeyPatterns(1) }
        #expect(throws: KeyPatternsFault.kind(.null)) { try KeyPatterns(["a", nil]) }
        #expect(KeyPatternsFault.kind(.null).description == "a pattern must be a string, got null")
        #expect(
            KeyPatternsFault.pattern("u?", .character(at: 1)).description
                == "a pattern may have only letters, digits, _, -, . and *, got \"?\" in u?"
        )
    }

    private func word(of letters: [UInt8], count: ClosedRange<Int>, using random: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: count, using: &random)).map { _ in
            letters[Int.random(in: 0..<letters.count, using: &random)]
        }
    }

    private func naivelyMatches(_ pattern: ArraySlice<UInt8>, _ key: ArraySlice<UInt8>) -> Bool {
        guard let first = pattern.first else { return key.isEmpty }
        if first == UInt8(ascii: "*") {
            return naivelyMatches(pattern.dropFirst(), key)
                || !key.isEmpty && naivelyMatches(pattern, key.dropFirst())
        }
        return key.first == first && naivelyMatches(pattern.dropFirst(), key.dropFirst())
    }
}
