import FlagEngine
import JSONCore
import Testing

@Suite struct FlagSetTests {
    private static func flag(_ key: String, _ value: JSON) throws -> FlagDefinition {
        let definition: JSON = ["state": "ENABLED", "variants": ["only": value], "defaultVariant": "only"]
        return try FlagDefinition.read(definition, key: FlagKey(key))
    }

    @Test func `comparing two flag sets returns the changed flags`() throws {
        var old = FlagSet()
        for number in 0..<100 {
            old.insert(try Self.flag("flag\(number)", .integer(Int64(number))))
        }
        var new = old
        #expect(new.keysThatDiffer(from: old).isEmpty)
        new.insert(try Self.flag("flag7", 8))
        new.insert(try Self.flag("flag8", 8))
        new.insert(try Self.flag("new", 1))
        old.insert(try Self.flag("gone", 1))
        #expect(new.keysThatDiffer(from: old).map(\.text) == ["flag7", "gone", "new"])
        #expect(old.count == 101 && new.count == 101)
    }

    @Test func `a change of a shared rule or document metadata affects the flags that use it`() throws {
        func flags(_ email: String, _ owner: String = "") throws -> FlagSet {
            let own = #""other":{"state":"ENABLED","variants":{"a":1}}"#
            let user = #""user":{"state":"ENABLED","variants":{"a":1},"targeting":{"if":[{"$ref":"r"},"a"]}}"#
            let rule = #""$evaluators":{"r":{"==":[{"var":"email"},"\#(email)"]}}"#
            return try FlagSet(text: "{\"flags\":{\(own),\(user)},\(rule)\(owner)}")
        }
        #expect(try flags("a").keysThatDiffer(from: flags("b")).map(\.text) == ["user"])
        #expect(
            try flags("a", #","metadata":{"o":1}"#).keysThatDiffer(from: flags("a")).map(\.text) == ["other", "user"]
        )
    }

    @Test func `member order does not change a flag definition`() throws {
        let one = try FlagSet(text: #"{"flags":{"f":{"state":"ENABLED","variants":{"a":1,"b":2}}}}"#)
        let other = try FlagSet(text: #"{"flags":{"f":{"variants":{"b":2,"a":1},"state":"ENABLED"}}}"#)
        #expect(one.keysThatDiffer(from: other).isEmpty)
    }

    @Test(arguments: ["flag", "a b/c", "Zürich.😀", "_", String(repeating: "k", count: 256), "e\u{301}"])
    func `a flag key is 1 to 256 bytes of any text`(text: String) throws {
        #expect(try FlagKey(text).text == text)
    }

    @Test(
        arguments: [
            ("", .empty), (String(repeating: "k", count: 257), .tooLong(limit: 256)), ("a\n", .controlCharacter(at: 1)),
            ("\u{7F}", .controlCharacter(at: 0)), ("a\u{85}", .controlCharacter(at: 1)),
        ] as [(String, FlagKeyFault)]
    )
    func `an invalid flag key is refused`(text: String, fault: FlagKeyFault) {
        #expect(throws: fault) { try FlagKey(text) }
        #expect(!fault.sentence(about: text).isEmpty)
    }

    @Test func `flag keys are compared byte by byte`() throws {
        #expect(try FlagKey("é") != FlagKey("e\u{301}"))
        #expect(try FlagKey("a") < FlagKey("ab") && FlagKey("Z") < FlagKey("a"))
    }
}
