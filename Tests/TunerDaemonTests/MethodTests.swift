import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import TunerAPI

/// Tests that every method of the real daemon does what its declaration says.
@Suite(.blocking) struct MethodTests {
    private static let long = Duration.seconds(60)

    /// Returns the error of a call; nil if the call succeeds.
    private static func refusal(_ client: Client, _ method: String, _ params: JSON) throws -> RemoteError? {
        do throws(ClientError) {
            _ = try client.call(method, params, within: long)
            return nil
        } catch {
            guard case .refused(let remote) = error else { throw error }
            return remote
        }
    }

    /// Returns the daemon's counters.
    private static func stats(_ client: Client) throws -> ServerStats {
        let text = [UInt8](try client.call("server.stats", within: long).written().utf8)
        return try ServerStats(JSON.check(text.span), in: text.span)
    }

    private static func value(_ text: String) throws -> JSON {
        text.isEmpty ? .null : try JSON.parse(text)
    }

    /// Returns whether a value has the same structure as an example: the same kinds, and all members of the example.
    private static func isLike(_ value: JSON, _ example: JSON) -> Bool {
        switch (value, example) {
        case (.object(let value), .object(let example)):
            example.members.allSatisfy { member in
                value[member.name].map { isLike($0, member.value) } ?? false
            }
        case (.array, .array), (.string, .string), (.boolean, .boolean), (.null, .null): true
        case (.integer, .integer), (.double, .double), (.integer, .double): true
        default: false
        }
    }

    @Test func `every example of a method works and returns a result like the documented one`() throws {
        for method in API.methods {
            for example in method.examples {
                let daemon = try DaemonProcess()
                let client = try daemon.client()
                for call in example.preparation {
                    let words = call.split(separator: " ", maxSplits: 1).map(String.init)
                    let params = try Self.value(words.count > 1 ? words[1] : "")
                    _ = try client.call(words[0], params, within: Self.long)
                }
                let result = try client.call(
                    method.name.description,
                    // The process of the examples is this one.
                    try Self.value(example.params.replacing("4711", with: "\(Kernel.processID)")),
                    within: Self.long
                )
                let expected = try Self.value(example.result)
                #expect(Self.isLike(result, expected), "\(method.name): \(result)")
            }
        }
    }

    @Test func `the daemon refuses a parameter of the wrong type and names the parameter`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        for method in API.methods {
            for parameter in method.parameters.members where parameter.schema != .object(JSONObject()) {
                let params: JSON = .object([parameter.name.description: [[[]]]])
                let refusal = try #require(try Self.refusal(client, method.name.description, params))
                #expect(refusal.kind == ErrorKind.invalidParams.rawValue)
                #expect(refusal.message.contains(parameter.name.description), "\(refusal.message)")
            }
        }
    }

    @Test func `the daemon refuses an unknown parameter and suggests the nearest one`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        for method in API.methods {
            let near = method.parameters.members.first.map { "\($0.name)z" } ?? "zzz"
            let refusal = try #require(try Self.refusal(client, method.name.description, .object([near: 1])))
            #expect(refusal.kind == ErrorKind.invalidParams.rawValue)
            #expect(refusal.message.contains(near), "\(refusal.message)")
            if let nearest = method.parameters.members.first?.name.description {
                #expect(refusal.message.contains("did you mean \(nearest)?"), "\(refusal.message)")
            }
        }
    }

    /// For most kinds, calls of which a fresh daemon refuses the last one with that kind.
    private static let refusals: [(ErrorKind, [String])] = [
        (.methodNotFound, ["pong"]),
        (.invalidParams, [#"tunables.get {"key":1}"#]),
        (.invalidParams, [#"tunables.get {"kye":"a"}"#]),
        (.invalidParams, [#"tunables.get ["a",1,"number",2]"#]),
        (.invalidParams, [#"stew.compute {"style":"dicde"}"#]),
        (.invalidParams, [#"tunables.update {"values":{"a":1},"piece":3}"#]),
        (.unknownKey, [#"tunables.set {"key":"ui.scale","value":1}"#, #"tunables.get {"key":"ui.scael"}"#]),
        (
            .unknownKey,
            [
                #"tunables.declare {"key":"a","spec":{"type":"object","default":{"x":1}}}"#,
                #"tunables.forget {"key":"a.x"}"#,
            ]
        ),
        (.typeMismatch, [#"tunables.set {"key":"a","value":1}"#, #"tunables.set {"key":"a","value":"x"}"#]),
        (.outOfRange, [#"tunables.set {"key":"stew.v1.base","value":1000000}"#]),
        (.outOfRange, [#"stew.compute {"weightOz":1}"#]),
        (.outOfRange, [#"flags.set {"key":"ui.DarkMode","variant":"onn"}"#]),
        (.conflict, ["tunables.undo"]),
        (.conflict, [#"tunables.set {"key":"a","value":1}"#, #"tunables.set {"key":"a","value":2,"ifRevision":0}"#]),
        (
            .readOnly,
            [
                #"tunables.declare {"key":"a","spec":{"type":"integer","readOnly":true}}"#,
                #"tunables.set {"key":"a","value":1}"#,
            ]
        ),
        (.tooLarge, [#"session.hello {"client":"\#(String(repeating: "x", count: 257))"}"#]),
        (.tooLarge, [#"tunables.set {"key":"a","value":"\#(String(repeating: "x", count: 1 << 20))"}"#]),
        (.unknownFlag, [#"flags.get {"key":"ui.DarkMood"}"#]),
        (.invalidDefinition, [#"tunables.declare {"key":"a","spec":{"type":"integer","minimun":1}}"#]),
        (.invalidDefinition, [#"flags.define {"flags":{"a":{}}}"#]),
        (.declarationConflict, [#"tunables.declare {"key":"stew.v1.base","spec":{"type":"integer"}}"#]),
        (.unknownLayer, [#"layers.get {"name":"a"}"#]),
        (.unknownWorld, [#"session.hello {"world":"w"}"#]),
    ]

    @Test func `an error's data has only the members that its kind declares`() throws {
        let constraints: Set = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "step"]
        for (kind, calls) in Self.refusals {
            let daemon = try DaemonProcess()
            let client = try daemon.client()
            let words = calls.map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
            for call in words.dropLast() {
                _ = try client.call(call[0], try Self.value(call[1]), within: Self.long)
            }
            let last = try #require(words.last)
            let params = try Self.value(last.count > 1 ? last[1] : "")
            let refusal = try #require(try Self.refusal(client, last[0], params), "\(last)")
            #expect(refusal.kind == kind.rawValue, "\(last[0]): \(refusal.message)")
            guard case .object(let data) = refusal.data else { continue }
            let known = Set(kind.facts).union(kind == .outOfRange ? constraints : []).union(["kind", "faults"])
            #expect(Set(data.members.map(\.name)).subtracting(known) == [], "\(last[0])")
        }
    }

    @Test func `the daemon serves exactly the declared methods`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        let document = try client.call("rpc.discover", within: Self.long)
        #expect(document == .object(API.openRPC(version: "0.1.0")))
        for method in API.methods {
            let refusal = try Self.refusal(client, method.name.description, .object(["zzz": 1]))
            #expect(refusal?.kind == ErrorKind.invalidParams.rawValue)
        }
        let refusal = try #require(try Self.refusal(client, "tunables.nothing", .null))
        #expect(refusal.kind == "methodNotFound")
    }

    @Test func `hello returns the server's facts and can be repeated`() throws {
        let daemon = try DaemonProcess("--max-batch 7")
        let client = try daemon.client()
        for _ in 0..<2 {
            guard case .object(let hello) = try client.call("session.hello", ["client": "me"], within: Self.long) else {
                Issue.record("no object")
                return
            }
            #expect(hello["server"] == "tunerd")
            #expect(hello["pid"] == .integer(Int64(daemon.program.processID)))
            #expect(hello["revision"] == 0)
            #expect(hello["limits"]?["batch"] == 7)
        }
        let refusal = try #require(try Self.refusal(client, "session.hello", ["world": "w\u{7}"]))
        #expect(refusal.kind == "unknownWorld")
        #expect(!refusal.message.contains("\u{7}"))
    }

    @Test(arguments: ["client", "version"])
    func `hello refuses a client name or version longer than 256 bytes`(parameter: String) throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        let longest = String(repeating: "x", count: 256)
        _ = try client.call("session.hello", .object([parameter: .string(longest)]), within: Self.long)
        let refusal = try #require(
            try Self.refusal(client, "session.hello", .object([parameter: .string(longest + "x")]))
        )
        #expect(refusal.kind == "tooLarge")
        #expect(refusal.data["limit"] == .string(parameter))
        #expect(refusal.data["maximum"] == 256)
    }

    @Test func `stats count calls and errors by method`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        _ = try Self.refusal(client, "session.hello", ["client": 1])
        for _ in 0..<3 { _ = try client.call("ping", within: Self.long) }
        guard case .object(let stats) = try client.call("server.stats", within: Self.long),
            case .object(let methods) = stats["methods"], case .object(let ping) = methods["ping"],
            case .object(let hello) = methods["session.hello"], case .integer(let calls) = ping["calls"]
        else {
            Issue.record("no counts")
            return
        }
        #expect(calls == 3)
        #expect(hello["errors"] == 1)
    }

    @Test(arguments: ["sync", "relaxed"])
    func `stats count bytes, notifications, commits and writes of the journal`(durability: String) throws {
        let daemon = try DaemonProcess("--durability \(durability)")
        let (client, other) = (try daemon.client(), try daemon.client())
        _ = try other.call("tunables.subscribe", ["keys": ["a"]], within: Self.long)
        let before = try Self.stats(client)
        let value = JSON.string(String(repeating: "x", count: 10_000))
        for key in ["a", "b", "a"] {
            _ = try client.call("tunables.set", ["key": .string(key), "value": value], within: Self.long)
            _ = try client.call("tunables.set", ["key": .string(key), "value": "1"], within: Self.long)
        }
        for _ in 0..<4 { _ = try other.nextNotification(within: Self.long) }
        var after = try Self.stats(client)
        // With `relaxed`, the journal is written after the response.
        #expect(
            try eventually {
                after = try Self.stats(client)
                return after.journalWrites > before.journalWrites
            }
        )
        #expect(after.commits - before.commits == 6)
        #expect(after.notifications - before.notifications == 4)
        #expect((30_000..<40_000).contains(after.received - before.received))
        #expect(after.sent - before.sent > 20_000)
        #expect((30_000..<40_000).contains(after.journalBytes - before.journalBytes))
        #expect(after.journalWrites - before.journalWrites <= 6)
        #expect(after.started == before.started)
    }

    @Test func `stats count the commits since the start only`() throws {
        let directory = try TemporaryDirectory()
        let first = try DaemonProcess(in: directory)
        _ = try first.client().call("tunables.set", ["key": "a", "value": 1], within: Self.long)
        try first.stop()
        let second = try DaemonProcess(in: directory)
        let client = try second.client()
        #expect(try Self.stats(client).commits == 0)
    }

    @Test func `stats count notifications that were written for a slow client`() throws {
        let daemon = try DaemonProcess("--durability none")
        let client = try daemon.client()
        let wire = try daemon.wire()
        for number in 1...5 { try wire.write(request("tunables.subscribe", number)) }
        _ = wire.read { $0.count { $0 == "\n" } == 5 }
        for number in 1...20 {
            let value = JSON.string("\(number) \(String(repeating: "x", count: 100_000))")
            _ = try client.call("tunables.set", ["key": "a", "value": value], within: Self.long)
        }
        // Before the response, the daemon sends what the subscriptions lack: some at once, and the others piece by piece.
        try wire.write(request("ping", 6))
        let lines = wire.read { $0.hasSuffix("\n") && $0.suffix(100).contains(#""id":6,"#) }.split(separator: "\n")
        #expect(lines.count < 100)
        #expect(try Self.stats(client).notifications == Int64(lines.count - 1))
    }

    @Test func `stats have a histogram of each method's time, whose last bucket is at most the number of calls`() throws
    {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        for _ in 0..<5 { _ = try client.call("ping", within: Self.long) }
        let stats = try Self.stats(client)
        let ping = try #require(stats.methods.entries.first { $0.name == "ping" }?.value)
        #expect(stats.bounds.first == 1.024)
        #expect(stats.bounds.last == 1_073_741.824)
        #expect(ping.buckets.count == stats.bounds.count)
        #expect(ping.buckets == ping.buckets.sorted())
        // The slowest call is in every bucket whose bound is greater, and in no other one.
        for (bound, count) in zip(stats.bounds, ping.buckets) {
            #expect((count == ping.calls) == (ping.maximum < bound))
        }
        #expect(ping.total >= ping.maximum && ping.total <= 5 * ping.maximum)
    }
}
