import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import TunerAPI

/// Tests that the real daemon returns every documented error of the state's methods.
@Suite(.blocking) struct RefusalTests {
    private static func call(_ client: Client, _ call: String) throws {
        let words = call.split(separator: " ", maxSplits: 1).map(String.init)
        try client.call(words[0], try JSON.parse(words[1]))
    }

    /// Returns whether a value contains all members of another.
    private static func holds(_ value: JSON, _ wanted: JSON) -> Bool {
        switch (value, wanted) {
        case (.object, .object(let wanted)):
            wanted.members.allSatisfy { member in value[member.name].map { holds($0, member.value) } ?? false }
        case (.array(let value), .array(let wanted)):
            value.count == wanted.count && zip(value, wanted).allSatisfy { holds($0, $1) }
        default: value == wanted
        }
    }

    @Test func `each refusal has the documented kind and data, and changes nothing`() throws {
        let daemon = try DaemonProcess()
        let owner = try daemon.client()
        for call in RefusedCall.preparation { try Self.call(owner, call) }
        for refused in RefusedCall.all {
            let client = try daemon.client()
            for call in refused.after { try Self.call(client, call) }
            let revision = try owner.call("server.info")["revision"]
            let error = try #require(
                try client.refusal(of: refused.method, try JSON.parse(refused.params)),
                "\(refused.method) \(refused.params)"
            )
            let kind = ErrorKind(rawValue: refused.kind)
            #expect(error.kind == refused.kind, "\(refused.method) \(refused.params): \(error)")
            #expect(error.code == kind.map { Int64($0.code) })
            #expect(Self.holds(error.data, try JSON.parse(refused.data)), "\(refused.method): \(error.data)")
            #expect(try owner.call("server.info")["revision"] == revision)
        }
    }

    @Test func `the refusals cover every documented error kind of each method`() {
        // Other tests cover `denied` and `storage`, which are equal for all methods. The tests below cover limits and
        // strict daemons, and `ExtendingTests` covers `busy`, which needs a large subscription.
        let elsewhere: Set<ErrorKind> = [.denied, .storage, .tooLarge, .busy]
        for method in API.methods {
            let name = method.name.description
            guard ["tunables", "layers", "worlds", "flags", "stew"].contains(name.prefix { $0 != "." }) else {
                continue
            }
            let tried = Set(RefusedCall.all.filter { $0.method == name }.compactMap { ErrorKind(rawValue: $0.kind) })
            let documented = Set(method.errors).subtracting(elsewhere)
            let needsStrict = ["layers.put", "tunables.try"].contains(name)
            let missing = needsStrict ? documented.subtracting([.unknownKey]) : documented
            #expect(missing.subtracting(tried).isEmpty, "\(name)")
            #expect(tried.subtracting(method.errors).isEmpty, "\(name)")
        }
    }

    @Test(
        arguments: [
            ("layers.put", ["name": "b", "values": ["x": 1]]), ("tunables.try", ["values": ["x": 1], "for": 9]),
        ] as [(String, JSON)]
    )
    func `a strict daemon refuses an undeclared key`(method: String, parameters: JSON) throws {
        let daemon = try DaemonProcess("--strict")
        let refusal = try daemon.client().refusal(of: method, parameters)
        #expect(refusal?.kind == "unknownKey")
        #expect(refusal?.data["key"] == "x")
    }

    @Test(arguments: [("layers.put", "layers", 1_024), ("worlds.create", "worlds", 1_024)])
    func `the numbers of layers and of worlds are limited`(method: String, limit: String, maximum: Int) throws {
        let daemon = try DaemonProcess("--durability none")
        let client = try daemon.client()
        for number in 1...maximum {
            try client.call(method, method == "layers.put" ? ["name": .string("l\(number)")] : [:])
        }
        let refusal = try client.refusal(of: method, method == "layers.put" ? ["name": "more"] : [:])
        #expect(refusal?.code == Int64(ErrorKind.tooLarge.code))
        #expect(refusal?.data == ["kind": "tooLarge", "limit": .string(limit), "maximum": .integer(Int64(maximum))])
    }
}
