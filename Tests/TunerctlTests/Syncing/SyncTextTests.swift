import ConsoleCore
import JSONCore
import TestSupport
import Testing

@testable import TunerCommands

/// Tests of edits of single values in a text.
@Suite struct SyncTextTests {
    /// Returns a text after some keys were set or removed.
    private func text(_ text: String, _ edits: [(String, JSON?)], nested: Bool = false) throws -> String {
        var sync = try SyncText(Array(text.utf8), isNested: nested)
        for (key, value) in edits { sync.apply([(key, value)]) }
        return String(decoding: sync.bytes, as: UTF8.self)
    }

    @Test func `an edit replaces only the bytes of its value`() throws {
        let before = "{ \"b\" : 1.50 ,\n\t\"a\":[1,\n 2], \"\\u0063\": \"x\" }\r\n"
        #expect(try text(before, [("b", 2)]) == before.replacing("1.50", with: "2"))
        #expect(try text(before, [("c", "é\n")]) == before.replacing("\"x\"", with: "\"é\\n\""))
        #expect(try text(before, [("a", [3])]) == before.replacing("[1,\n 2]", with: "[3]"))
    }

    @Test func `a new member follows the last member and copies its formatting`() throws {
        #expect(try text("{}", [("a", 1), ("b", 2)]) == "{\n  \"a\": 1,\n  \"b\": 2\n}")
        #expect(try text("{\n    \"a\": 1\n}\n", [("b", [1, 2])]) == "{\n    \"a\": 1,\n    \"b\": [1,2]\n}\n")
        #expect(try text("{\"a\":1}", [("b", 2)]) == "{\"a\":1,\"b\":2}")
        #expect(try text("{\"a\": 1, \"b\": 2}", [("c", ["x": 1])]) == "{\"a\": 1, \"b\": 2, \"c\": {\"x\":1}}")
        #expect(
            try text("{\n\t\"a\" : 1\n}", [("b", ["x": 1])]) == "{\n\t\"a\" : 1,\n\t\"b\" : {\n\t  \"x\": 1\n\t}\n}"
        )
    }

    @Test func `removing a member also removes its comma`() throws {
        let before = "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}"
        #expect(try text(before, [("a", nil)]) == "{\n  \"b\": 2,\n  \"c\": 3\n}")
        #expect(try text(before, [("b", nil)]) == "{\n  \"a\": 1,\n  \"c\": 3\n}")
        #expect(try text(before, [("c", nil)]) == "{\n  \"a\": 1,\n  \"b\": 2\n}")
        #expect(try JSON.parse(try text(before, [("a", nil), ("b", nil), ("c", nil)])) == [:])
    }

    @Test func `nested objects represent the words of dotted keys`() throws {
        let before = "{\n  \"ui\": {\n    \"scale\": 1,\n    \"font\": {\"size\": 12}\n  },\n  \"net\": 1\n}"
        let sync = try SyncText(Array(before.utf8), isNested: true)
        #expect(sync.values == ["ui.scale": 1, "ui.font.size": 12, "net": 1])
        #expect(
            try text(before, [("ui.scale", 2)], nested: true) == before.replacing("\"scale\": 1", with: "\"scale\": 2")
        )
        let after = try text(
            before,
            [("ui.font.name", "x"), ("ui.on", true), ("a.b.c", 3), ("net.port", 80)],
            nested: true
        )
        #expect(
            try JSON.parse(after) == [
                "ui": ["scale": 1, "font": ["size": 12, "name": "x"], "on": true], "net": 1, "a": ["b": ["c": 3]],
                "net.port": 80,
            ]
        )
        #expect(try SyncText(Array(after.utf8), isNested: true).values["net.port"] == 80)
    }

    @Test func `an object that is a key's value is not a nesting level`() throws {
        let bytes = Array("{\"a\": {\"x\": {\"y\": 1}}, \"$schema\": \"s\"}".utf8)
        #expect(try SyncText(bytes, isNested: true, holding: ["a.x"]).values == ["a.x": ["y": 1]])
        #expect(try SyncText(bytes, isNested: true).values == ["a.x.y": 1])
        #expect(try SyncText(bytes).values == ["a": ["x": ["y": 1]]])
    }

    @Test(arguments: Seeds.all)
    func `random edits leave exactly the expected values in the text`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            var sync = try SyncText(Array("{\"k0\": 1, \"k1\" : [ 2 ],\n \"k2\":{\"x\":null}}".utf8))
            var expected = sync.values
            for _ in 0..<12 {
                let key = "k\(Int.random(in: 0..<6, using: &random))"
                let values: [JSON?] = [nil, 1, 1.5, "a,}\"", [1, [2]], ["x": ["y": 1]], true, [:]]
                let value = values[Int.random(in: 0..<values.count, using: &random)]
                sync.apply([(key, value)])
                expected[key] = value
                #expect(sync.values == expected, "seed \(seed)")
                #expect(try SyncText(sync.bytes).values == expected, "seed \(seed)")
            }
            // All edits at once.
            var other = try SyncText(Array("{\"k0\": 1, \"k1\" : [ 2 ],\n \"k2\":{\"x\":null}}".utf8))
            other.apply((0..<6).map { ("k\($0)", expected["k\($0)"]) })
            #expect(other.values == expected, "seed \(seed)")
            #expect(try SyncText(other.bytes).values == expected, "seed \(seed)")
        }
    }

    @Test func `a nested text with two spellings of one key has a duplicate`() {
        let bytes = Array("{\"a\": {\"b.c\": 1},\n \"a.b\": {\"c\": 2}}".utf8)
        #expect(throws: InputFile.Fault.duplicate("a.b.c", line: 2, column: 10)) {
            try SyncText(bytes, isNested: true)
        }
    }

    @Test func `a key with nested keys below it keeps a separate value`() throws {
        let before = "{\"ui\": {\"scale\": 1, \"font\": {\"size\": 2}}, \"net\": 3}"
        let after = "{\"ui\": 5, \"net\": 3, \"ui.font.size\": 2, \"ui.scale\": 1}"
        #expect(try text(before, [("ui", 5)], nested: true) == after)
        #expect(try text(after, [("ui", nil)], nested: true) == after.replacing("\"ui\": 5, ", with: ""))
        var new = try SyncText(Array("{}".utf8), isNested: true)
        new.apply([("a.b", 1), ("a", 2), ("a.c.d", 3), ("a.c", 4)])
        #expect(new.values == ["a.b": 1, "a": 2, "a.c.d": 3, "a.c": 4])
    }

    @Test(arguments: [
        (#"{"a.b":{}}"#, #"{"a.b":1,"a":1}"#),
        (#"{"a.b":{"c":2}}"#, #"{"a.b":1,"a":1,"a.b.c":2}"#),
        (#"{"a":{"b":{"c":2},"b.c":{}}}"#, #"{"a":1,"a.b":1,"a.b.c":2}"#),
        (#"{"a":{"b":{"c":2}},"a.b":{"d":3}}"#, #"{"a":1,"a.b":1,"a.b.c":2,"a.b.d":3}"#),
        (#"{"a":{"b":{"c":2}},"a.b.c":{"d":3}}"#, #"{"a":1,"a.b":1,"a.b.c":2,"a.b.c.d":3}"#),
    ])
    func `a value replaces every object of its key, however spelled`(before: String, after: String) throws {
        var sync = try SyncText(Array(before.utf8), isNested: true)
        sync.apply([("a", 1), ("a.b", 1)])
        #expect(try JSON.parse(sync.bytes.span) == JSON.parse(after))
    }

    @Test func `a key with two object spellings gets one object value`() throws {
        let before = #"{"a":{"b":{"c":2}},"a.b":{"d":3}}"#
        let after = try text(before, [("a.b", ["x": 1])], nested: true)
        let sync = try SyncText(Array(after.utf8), isNested: true, holding: ["a.b"])
        #expect(sync.values == ["a.b": ["x": 1], "a.b.c": 2, "a.b.d": 3])
    }

    @Test func `a key below an object value is not part of the object`() throws {
        var sync = try SyncText(Array(#"{"a":{"x":1}}"#.utf8), isNested: true, holding: ["a"])
        sync.apply([("a.b", 2)])
        #expect(sync.values == ["a": ["x": 1], "a.b": 2])
        var other = try SyncText(Array(#"{"c":1}"#.utf8), isNested: true, holding: ["a"])
        other.apply([("a.b", 2)])
        #expect(other.values == ["c": 1, "a.b": 2])
    }

    @Test func `a key with the maximum number of words accepts a deeply nested value`() throws {
        let key = Array(repeating: "a", count: 128).joined(separator: ".")
        var value: JSON = []
        for _ in 0..<100 { value = [value] }
        let deep = try text("{}", [(key, value)], nested: true)
        #expect(try SyncText(Array(deep.utf8), isNested: true).values == [key: value])
    }

    @Test(arguments: Seeds.all)
    func `random edits of a nested text leave exactly the expected values`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let before = JSONText.compact(.object(level(of: 0, using: &random)))
            // A key in two spellings is refused before anything changes.
            guard var sync = try? SyncText(Array(before.utf8), isNested: true) else { continue }
            for _ in 0..<3 {
                var expected = sync.values
                var edits: [String: JSON?] = [:]
                for _ in 0..<Int.random(in: 1...5, using: &random) {
                    let values: [JSON?] = [nil, 1, [2], ["x": ["y": 3]], [:]]
                    edits[self.key(using: &random)] = .some(values[Int.random(in: 0..<values.count, using: &random)])
                }
                for (key, value) in edits { expected[key] = value }
                let text = String(decoding: sync.bytes, as: UTF8.self)
                sync.apply(edits.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
                #expect(sync.values == expected, "seed \(seed): \(edits) in \(text)")
                let again = try SyncText(sync.bytes, isNested: true, holding: sync.objects)
                #expect(again.values == expected, "seed \(seed): \(edits) in \(text)")
            }
        }
    }

    private func key(using random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in Bool.random(using: &random) ? "a" : "b" }
            .joined(separator: ".")
    }

    /// An object whose names are words and dotted words, with values and objects.
    private func level(of depth: Int, using random: inout SeededGenerator) -> JSONObject {
        var object = JSONObject()
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let isLevel = depth < 3 && Int.random(in: 0..<3, using: &random) > 0
            object[key(using: &random)] = isLevel ? .object(level(of: depth + 1, using: &random)) : 1
        }
        return object
    }

    @Test func `an emptied object holds no key and receives the next member`() throws {
        let before = "{\"ui\": {\"scale\": 1}}"
        let empty = try text(before, [("ui.scale", nil)], nested: true)
        #expect(try SyncText(Array(empty.utf8), isNested: true).values == [:])
        #expect(try text(empty, [("ui.font", 2)], nested: true) == "{\"ui\": {\n  \"font\": 2\n}}")
    }

    @Test func `new lines use the line ending of the text`() throws {
        let before = "{\r\n  \"a\": 1\r\n}\r\n"
        let after = "{\r\n  \"a\": 1,\r\n  \"b\": {\r\n    \"x\": 1\r\n  }\r\n}\r\n"
        #expect(try text(before, [("b", ["x": 1])]) == after)
    }

    @Test(.timeLimit(.minutes(1)), arguments: [false, true])
    func `edits of 20,000 keys finish within a minute`(isNested: Bool) throws {
        var sync = try SyncText(Array("{}\n".utf8), isNested: isNested)
        let keys = (0..<20_000).map { "part\($0 % 100).key\($0)" }
        sync.apply(keys.map { ($0, 1) })
        sync.apply(keys.map { ($0, 2) })
        sync.apply(keys.dropFirst().map { ($0, nil) })
        #expect(sync.values == ["part0.key0": 2])
    }
}
