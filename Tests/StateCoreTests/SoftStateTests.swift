import StateCore
import Testing
import TunableEngine

@Suite struct SoftStateTests {
    private static func keys(_ numbers: Range<Int>) -> [Key] { numbers.map { Key(literal: "k\($0)") } }

    @Test func `the latest declaration time of a key is kept until the key is forgotten`() {
        var state = SoftState()
        state.note(declarationOf: ["a", "b"] as [Key], at: Moment(milliseconds: 1))
        state.note(declarationOf: ["a"] as [Key], at: Moment(milliseconds: 2))
        #expect(state.declarations == ["a": Moment(milliseconds: 2), "b": Moment(milliseconds: 1)])
        state.forget(declarationOf: "a")
        #expect(state.declarations == ["b": Moment(milliseconds: 1)])
    }

    @Test func `over the limit the oldest declaration times are dropped`() {
        let most = SoftState.maxDeclarations
        var state = SoftState()
        state.note(declarationOf: Self.keys(0..<most), at: Moment(milliseconds: 1))
        #expect(state.declarations.count == most)
        state.note(declarationOf: Self.keys(0..<10), at: Moment(milliseconds: 2))
        state.note(declarationOf: Self.keys(most..<most + 10), at: Moment(milliseconds: 3))
        #expect(state.declarations.count == most / 2)
        for key in Self.keys(0..<10) {
            #expect(state.declarations[key] == Moment(milliseconds: 2))
        }
        for key in Self.keys(most..<most + 10) {
            #expect(state.declarations[key] == Moment(milliseconds: 3))
        }
    }

    @Test func `a single call stores no more declaration times than the limit`() {
        var state = SoftState()
        state.note(declarationOf: Self.keys(0..<SoftState.maxDeclarations * 2), at: Moment(milliseconds: 1))
        #expect(state.declarations.count == SoftState.maxDeclarations)
    }
}
