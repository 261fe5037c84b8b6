import JSONCore
import TestSupport
import Testing
import TunableEngine

@Suite struct KeyTests {
    @Test(arguments: ["a", "ui.cornerRadius", "A-b_c.9", ".", "-", String(repeating: "k", count: 256)])
    func `a word of letters, digits, underscore, hyphen and dot is a key`(word: String) throws {
        #expect(try Key(word).text == word)
        #expect(try Key(Array(word.utf8).span).text == word)
    }

    @Test(arguments: [
        ("", KeyFault.empty),
        (String(repeating: "k", count: 257), .tooLong(limit: 256)),
        ("a b", .character(at: 1)),
        ("ui.*", .character(at: 3)),
        ("/a", .character(at: 0)),
        ("a\u{0}", .character(at: 1)),
        ("größe", .character(at: 2)),
    ])
    func `an invalid key is refused with its fault`(word: String, fault: KeyFault) {
        #expect(throws: fault) { try Key(word) }
        #expect(Key.fault(in: word.utf8.span) == fault)
    }

    @Test func `a key accepts only the allowed bytes`() {
        let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.".utf8)
        for byte in UInt8.min...UInt8.max {
            #expect((Key.fault(in: [byte].span) == nil) == allowed.contains(byte), "\(byte)")
        }
    }

    @Test func `the caller sets the length limit of a key`() throws {
        #expect(throws: KeyFault.tooLong(limit: 3)) { try Key("abcd", limit: 3) }
        #expect(try Key("abcd", limit: 4).text == "abcd")
    }

    @Test func `a key that begins with stew and a dot is built in`() throws {
        #expect(try Key("stew.varietal.roma").isBuiltIn)
        #expect(try Key("stew.").isBuiltIn)
        #expect(try !Key("stew").isBuiltIn)
        #expect(try !Key("stewed.x").isBuiltIn)
        #expect(try !Key("my.stew.x").isBuiltIn)
    }

    @Test func `keys are ordered by their bytes`() throws {
        let words = ["-", ".", "0", "A", "B", "_", "a", "a-b", "a.b", "ab", "b"]
        let keys = try words.map { try Key($0) }
        #expect(keys.shuffled().sorted() == keys)
        #expect(words == words.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    }

    @Test(arguments: [
        ("", KeyFault.empty, "a key must not be empty"),
        ("abcd", .tooLong(limit: 3), "a key may have at most 3 bytes; abcd has 4"),
        ("aöb", .character(at: 1), "a key may have only letters, digits, _, - and ., got \"ö\" in aöb"),
    ])
    func `a key fault has a readable message`(word: String, fault: KeyFault, sentence: String) {
        #expect(fault.sentence(about: word) == sentence)
    }
}
