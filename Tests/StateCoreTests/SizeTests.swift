import JSONCore
import StateCore
import Testing
import TunableEngine

/// Tests of the size limits of keys and values.
///
/// Stored data that exceeds a limit stays.
@Suite struct SizeTests {
    private static let author = Author(actor: Actor(client: "me", pid: 1, uid: 0))

    private static func state(keyBytes: Int = 8, valueBytes: Int = 32) -> State {
        var rules = StateRules()
        rules.limits.keyBytes = keyBytes
        rules.limits.valueBytes = valueBytes
        return State(epoch: "e", rules: rules)
    }

    private static func refusal(_ state: inout State, _ mutation: Mutation) -> String? {
        do throws(StateRefusal) {
            _ = try state.perform(mutation, by: author, at: Moment(milliseconds: 0))
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `a value's nesting is limited`() {
        var rules = StateRules()
        rules.limits.valueDepth = 3
        var state = State(epoch: "e", rules: rules)
        let key = "a" as Key
        for value in [[[[1]]], [["c": [1]]]] as [JSON] {
            #expect(Self.refusal(&state, .setAll([.init(key, value)], WriteOptions())) == nil)
            for mutation in [
                Mutation.set(key, [value], WriteOptions()), .update([.init(key, ["d": value])], WriteOptions()),
                .setAll([.init(key, [1, value])], WriteOptions()),
            ] {
                let refusal = Self.refusal(&state, mutation)
                let end = "may be nested at most 3 levels deep; the value of a is deeper"
                #expect(refusal?.hasSuffix(end) == true, "\(refusal ?? "")")
            }
        }
    }

    @Test(
        arguments: [
            (.string(String(repeating: "a", count: 30)), nil),
            (.string(String(repeating: "a", count: 31)), 33),
            (.string(String(repeating: "\u{1}", count: 5)), nil),
            (.string(String(repeating: "\u{1}", count: 6)), 38),
            (["a": "bcdefghijklmnopqrstuvwx"], nil),
            (["a": "bcdefghijklmnopqrstuvwxyz"], 33),
            ([1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6], nil),
            ([1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7], 33),
            (-1.7976931348623157e308, nil),
        ] as [(JSON, Int?)]
    )
    func `a value's size is the length of its JSON`(value: JSON, bytes: Int?) throws {
        var state = Self.state()
        let key: Key = "a.b"
        let refusal = Self.refusal(&state, .set(key, value, WriteOptions()))
        #expect(refusal == bytes.map { "a value may have at most 32 bytes; the value of a.b has \($0)" })
        #expect((state.revision == 0) == (bytes != nil))
    }

    @Test func `the key length limit applies to new keys only`() throws {
        var state = Self.state(keyBytes: 256)
        let long: Key = "longer.than.eight"
        #expect(Self.refusal(&state, .set(long, 1, WriteOptions())) == nil)
        var rules = StateRules()
        rules.limits.keyBytes = 8
        var builder = StateBuilder(rules: rules, revision: 1, killSwitch: [], activeNames: [])
        let isAdded = builder.add(long, nil, LocalValue(1), revision: 1)
        #expect(isAdded)
        var later = builder.finish()
        #expect(Self.refusal(&later, .set(long, 2, WriteOptions())) == nil)
        let other: Key = "also.longer"
        let sentence = "a key may have at most 8 bytes; also.longer has 11"
        #expect(Self.refusal(&later, .set(other, 2, WriteOptions())) == sentence)
        let spec = try Spec(["type": "number"] as JSONObject)
        #expect(Self.refusal(&later, .declare([.init(other, spec)], replace: false)) == sentence)
        var values = KeyMap<JSON>()
        values.insert(1, for: other)
        #expect(Self.refusal(&later, .putLayer(Layer(name: "l", values: values))) == sentence)
    }

    @Test func `a spec obeys the size limit of values`() throws {
        var state = Self.state()
        let spec = try Spec(["type": "number", "description": "longer than thirty-two bytes"] as JSONObject)
        let key: Key = "a"
        let refusal = Self.refusal(&state, .declare([.init(key, spec)], replace: false))
        #expect(refusal?.hasPrefix("a value may have at most 32 bytes; the value of a has ") == true)
    }
}
