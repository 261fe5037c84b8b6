import JSONCore
import StateCore
import Testing
import TunableEngine

/// Tests that the fast path takes every write that the rules allow, and leaves every refusal to the general path.
@Suite struct PlainSetTests {
    private static let declared = #"{"type": "integer", "default": 1, "maximum": 9}"#

    private static func state(_ change: (inout StateRules) -> Void = { _ in }) throws -> State {
        var rules = StateRules()
        change(&rules)
        var state = State(epoch: "e", rules: rules)
        _ = try state.perform(.declare("a", declared), by: .vim, at: .zero)
        return state
    }

    private static func isPlain(_ key: Key, _ value: JSON, in state: inout State) -> Bool {
        state.set(key, to: value, by: .vim, at: .zero).isPlain
    }

    @Test func `strict rules leave only undeclared keys to the general path`() throws {
        var state = try Self.state { $0.isStrict = true }
        #expect(Self.isPlain("a", 2, in: &state))
        #expect(!Self.isPlain("a", 10, in: &state))
        #expect(!Self.isPlain("b", 2, in: &state))
        #expect(state.revision == 2)
    }

    @Test func `the size of a value is that of its JSON`() throws {
        var state = try Self.state { $0.limits.valueBytes = 64 }
        #expect(Self.isPlain("b", .string(String(repeating: "a", count: 62)), in: &state))
        #expect(!Self.isPlain("b", .string(String(repeating: "a", count: 63)), in: &state))
        #expect(state.revision == 2)
    }

    @Test func `a new key needs room and a length within the limit`() throws {
        var state = try Self.state { ($0.limits.keys, $0.limits.keyBytes) = (3, 4) }
        #expect(!Self.isPlain("bcdef", 1, in: &state))
        #expect(Self.isPlain("bcde", 1, in: &state))
        #expect(Self.isPlain("c", 1, in: &state))
        #expect(!Self.isPlain("d", 1, in: &state))
        #expect(Self.isPlain("c", 2, in: &state))
        #expect(!Self.isPlain("c", true, in: &state))
        #expect(!Self.isPlain("c", .null, in: &state))
    }
}
