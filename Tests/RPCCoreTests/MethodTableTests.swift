import JSONCore
import TestSupport
import Testing

@testable import RPCCore

@Suite struct MethodTableTests {
    static let names: [StaticString] = [
        "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v",
        "long.name.of.a.method", "long.name.of.another.method", "mitsä", "", "z",
    ]

    @Test func `the table finds each method and no other name`() throws {
        var table = MethodTable()
        for name in Self.names {
            table.add(name) { (_: NoFields, _) in true }
        }
        #expect(table.methods.map { $0.name.description } == Self.names.map(\.description))
        for (index, name) in Self.names.enumerated() {
            let bytes = Array("\"\(name)\"".utf8)
            #expect(table.find(try JSON.check(bytes.span), in: bytes.span) == index)
        }
        for name in ["A", "w", "long.name.of.a.metho", "long.name.of.a.methods", "\\u0000"] {
            let bytes = Array("\"\(name)\"".utf8)
            #expect(table.find(try JSON.check(bytes.span), in: bytes.span) == nil)
        }
    }

    @Test func `adding a name twice traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) {
            var table = MethodTable()
            table.add("a") { (_: NoFields, _) in true }
            table.add("a") { (_: NoFields, _) in true }
        }
    }
}
