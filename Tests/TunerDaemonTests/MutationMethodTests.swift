import StateCore
import Testing
import TunerAPI

@Suite struct MutationMethodTests {
    @Test func `each kind of mutation is the name of a method, except for the end of an override`() {
        let methods = Set(API.methods.map(\.name.description))
        #expect(Mutation.Kind.allCases.filter { !methods.contains($0.rawValue) } == [.revert])
    }
}
