import JSONCore
import TestSupport
import Testing
import TunableEngine

/// The word `x-secret`, and the texts about values of secret tunables.
@Suite struct SecretSpecTests {
    private static let hidden = "hunter2"

    @Test func `the word x-secret is kept, and its absence means false`() throws {
        let spec = try Spec(text: #"{"x-note":1,"type":"string","x-secret":true}"#)
        #expect(spec.isSecret)
        #expect(JSON.object(spec.definition).line == #"{"type":"string","x-secret":true}"#)
        let other = try Spec(text: #"{"type":"string","x-secret":false}"#)
        #expect(!other.isSecret)
        #expect(try other == Spec(text: #"{"type":"string"}"#))
        #expect(spec != other)
    }

    @Test(arguments: [
        (#"{"type":"string","x-secret":1}"#, "x-secret must be true or false, got a number"),
        (
            #"{"type":"array","items":{"type":"string","x-secret":true}}"#,
            "/items/x-secret is allowed only at the top level of a spec"
        ),
        (#"{"type":"string","x-secret":true,"maxLength":2,"default":"hunter2"}"#, "the refused value is hidden"),
        (#"{"type":"string","x-secret":true,"pattern":"^a","enum":["hunter2"]}"#, "the refused value is hidden"),
        (#"{"type":"string","x-secret":true,"default":"(secret)"}"#, "a placeholder, not its value"),
        (#"{"type":"string","x-secret":true,"enum":["(secret)"]}"#, "a placeholder, not its value"),
        (
            #"{"type":"object","x-secret":true,"properties":{"a":{"type":"string","default":"(secret)"}}}"#,
            "a placeholder, not its value"
        ),
    ])
    func `a fault in a secret spec does not show a value`(text: String, part: String) throws {
        let faults = try #require(throws: SpecFaults.self) { try Spec(text: text) }
        #expect(faults.faults[0].description.contains(part), "\(faults.faults[0])")
        for fault in faults.faults {
            #expect(!"\(fault) \(JSON.object(fault.facts).line)".contains(Self.hidden))
        }
    }

    @Test(arguments: [
        (#"{"type":"string","maxLength":2}"#, #""hunter2""#),
        (#"{"type":"string","minLength":20}"#, #""hunter2""#),
        (#"{"type":"string","pattern":"^a"}"#, #""hunter2""#),
        (#"{"type":"string","format":"color"}"#, #""hunter2""#),
        (#"{"type":"string","enum":["hunter2x"]}"#, #""hunter2""#),
        (#"{"type":"integer"}"#, "7654.5"),
        (#"{"type":"integer"}"#, #""hunter2""#),
        (#"{"type":"integer","maximum":3}"#, "76545"),
        (#"{"type":"integer","minimum":76546}"#, "76545"),
        (#"{"type":"array","uniqueItems":true}"#, #"["hunter2","hunter2"]"#),
        (#"{"type":"array","maxItems":1}"#, #"["hunter2","hunter2"]"#),
        (#"{"type":"object","additionalProperties":false}"#, #"{"hunter2":1}"#),
        (#"{"type":"object","properties":{"a":{"type":"integer"}}}"#, #"{"a":"hunter2"}"#),
        (#"{"type":"object","required":["a"]}"#, #"{"hunter2":1}"#),
    ])
    func `no fault of a secret value shows the value, and each names the key`(spec: String, value: String) throws {
        let value = try JSON.parse(value)
        var words = try #require(try JSON.parse(spec).objectMembers)
        let plain = try #require(try Spec(words).fault(in: value))
        words["x-secret"] = true
        let fault = try #require(try Spec(words).fault(in: value))
        let text = "\(fault.sentence(about: "key")) \(JSON.object(fault.facts).line)"
        for part in ["hunter", "7654.5", "76545,", "got 76545"] {
            #expect(!text.contains(part), "\(text)")
        }
        #expect(fault.sentence(about: "key").hasPrefix("key ") || fault.sentence(about: "key").hasPrefix("key.a "))
        #expect(fault.kind == plain.kind)
        #expect(fault.facts["secret"] == true)
    }

    @Test(arguments: [
        (#"{"a":{"b":"hunter2"}}"#, "key.a.b must be a whole number; the refused value is hidden", "/a/b"),
        (#"{"a":{"hunter2":1}}"#, "key.a has a member that is not declared", nil),
        (#"{"hunter2":{},"a":{"b":1}}"#, "key has a member that is not declared", nil),
        (#"{"a":{}}"#, "key.a.b is missing", "/a/b"),
        (#"{"a":{"b":1,"c":["hunter2",1]}}"#, "key.a.c must be a whole number; the refused value is hidden", "/a/c"),
    ])
    func `a fault of a secret object names the declared member, and no other name`(
        value: String,
        sentence: String,
        pointer: String?
    ) throws {
        let spec = try Spec(
            text: #"""
                {"type":"object","x-secret":true,"additionalProperties":false,"properties":{"a":{"type":"object",
                 "required":["b"],"additionalProperties":false,
                 "properties":{"b":{"type":"integer"},"c":{"type":"array","items":{"type":"integer"}}}}}}
                """#
        )
        let fault = try #require(try spec.fault(in: JSON.parse(value)))
        #expect(fault.sentence(about: "key") == sentence)
        #expect(fault.facts["pointer"] == pointer.map(JSON.string))
        #expect(!JSON.object(fault.facts).line.contains(Self.hidden))
    }

    @Test func `toggling, stepping and clamping do not show a secret value`() throws {
        let spec = try Spec(text: #"{"type":"string","x-secret":true}"#)
        for change in [{ try spec.toggled("hunter2") }, { try spec.stepped("hunter2", by: 1) }] {
            let fault = try #require(throws: ValueFault.self) { _ = try change() }
            #expect(fault.isSecret)
            #expect(!JSON.object(fault.facts).line.contains(Self.hidden))
        }
        let number = try Spec(text: #"{"type":"number","x-secret":true,"maximum":2}"#)
        #expect(try number.clamped(3) == 2)
        let fault = try #require(throws: ValueFault.self) { try number.clamped("hunter2") }
        #expect(!fault.sentence(about: "key").contains(Self.hidden))
    }

    @Test func `the mark is no value of a secret tunable`() throws {
        let spec = try Spec(text: #"{"type":"string","x-secret":true}"#)
        let fault = try #require(throws: ValueFault.self) { try spec.accepted(.secretMark) }
        #expect(
            fault.sentence(about: "ui.token")
                == #"ui.token is secret, and "(secret)" is a placeholder, not its value; "#
                + "to keep the value, leave the key out"
        )
        #expect(try Spec(text: #"{"type":"string"}"#).accepted(.secretMark) == .secretMark)
    }

    @Test func `the words without values have marks in place of defaults and enums, also inside of parts`() throws {
        let spec = try Spec(
            text: #"""
                {"type":"object","x-secret":true,"default":{"a":"x"},"properties":{"a":{"type":"string","enum":["x"]},
                 "default":{"type":"array","items":{"type":"string","default":"y"}}}}
                """#
        )
        let line =
            #"{"type":"object","default":"(secret)","properties":{"a":{"type":"string","enum":["(secret)"]},"#
            + #""default":{"type":"array","items":{"type":"string","default":"(secret)"}}},"x-secret":true}"#
        #expect(JSON.object(spec.definition.withoutValues).line == line)
        #expect(spec.hasValues)
        #expect(try !Spec(text: #"{"type":"string","x-secret":true,"pattern":"^a"}"#).hasValues)
    }
}

extension JSON {
    fileprivate var objectMembers: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }
}
