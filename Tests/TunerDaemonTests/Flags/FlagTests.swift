import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of the real daemon's flags: definition, overrides and evaluation.
@Suite(.blocking) struct FlagTests {
    private static let gold = """
        {"gold": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
         "targeting": {"if": [{"==": [{"var": "tier"}, "gold"]}, "on"]}}}
        """
    private static let kinds = """
        {"s": {"state": "ENABLED", "variants": {"a": "x"}, "defaultVariant": "a"},
         "n": {"state": "ENABLED", "variants": {"a": 1.5}, "defaultVariant": "a"},
         "o": {"state": "ENABLED", "variants": {"a": {"k": 1}}, "defaultVariant": "a", "metadata": {"team": "t"}},
         "d": {"state": "DISABLED", "variants": {"a": true}, "defaultVariant": "a"},
         "none": {"state": "ENABLED", "variants": {"a": true}},
         "wrong": {"state": "ENABLED", "variants": {"a": true}, "targeting": {"cat": ["b"]}}}
        """

    private let daemon: DaemonProcess
    private let client: Client

    init() throws {
        daemon = try DaemonProcess("--context region=eu --context level=3 --context score=.5")
        client = try daemon.client()
        try client.call("session.hello", ["client": "me"])
    }

    @Test func `changes of the six built-in flags are notified with old and new values`() throws {
        let six: [(String, JSON, JSON)] = [
            ("algo.reductionModel", "v1", "v2"), ("ui.DarkMode", false, true), ("ui.enableLogin", false, true),
            ("ui.showAdvancedTips", false, true), ("ui.showUnitsToggle", false, true),
            ("units.defaultCelsius", false, true),
        ]
        let response = try client.call("flags.subscribe")
        #expect(response["flags"]?.elements.map { $0["key"] } == six.map { .string($0.0) })
        #expect(response["flags"]?.elements.map { $0["value"] } == six.map(\.1))
        let other = try daemon.client()
        for (number, (key, old, new)) in six.enumerated() {
            let set = try other.call("flags.set", ["key": .string(key), "value": new])
            #expect(set == ["key": .string(key), "revision": .integer(Int64(number) + 1), "changed": true])
            let variant: JSON = key == "algo.reductionModel" ? "v2" : "on"
            let change =
                ["key": .string(key), "value": new, "old": old, "variant": variant, "reason": "STATIC"] as JSON
            #expect(try client.nextChanges() == [change])
        }
        try other.call("flags.reset", ["key": "ui.DarkMode"])
        #expect(try client.nextChanges().first?["old"] == true)
    }

    @Test func `an unknown type is refused with the types that exist`() throws {
        let refused = try client.refusal(of: "flags.evaluate", ["key": "s", "type": "bool"])
        #expect(
            refused?.message
                == "type must be one of boolean, string, integer, number, object, got bool; did you mean boolean?"
        )
        #expect(refused?.data["allowed"] == ["boolean", "string", "integer", "number", "object"])
    }

    @Test func `stats count evaluations by flag and reason, and errors by code`() throws {
        try client.define(Self.kinds)
        try client.define(Self.gold)
        // The response to the third of equal requests comes from a cache.
        for _ in 0..<3 {
            _ = try client.evaluate("gold", ["tier": "gold"])
            try client.call("flags.evaluate", ["key": "s", "type": "number"])
            _ = try client.evaluate("nosuch")
        }
        _ = try client.evaluate("gold", ["tier": "tin"])
        _ = try client.evaluate("d")
        _ = try client.evaluate("wrong")
        try client.call("flags.set", ["key": "none", "value": true])
        _ = try client.evaluate("none")
        let other = try daemon.client()
        try other.call("flags.subscribe")
        try client.call("flags.set", ["key": "none", "value": true, "for": 60])
        let stats = try client.call("server.stats")
        #expect(
            stats["evaluations"] == [
                "gold": ["TARGETING_MATCH": 3, "DEFAULT": 1], "s": ["ERROR": 3], "d": ["DISABLED": 1],
                "wrong": ["ERROR": 1], "none": ["STATIC": 1], "": ["ERROR": 3],
            ]
        )
        #expect(stats["evaluationErrors"] == ["TYPE_MISMATCH": 3, "FLAG_NOT_FOUND": 3, "GENERAL": 1])
    }

    @Test(arguments: [false, true])
    func `stats count each evaluation of a long list once`(measuresFirst: Bool) throws {
        let flags = (0..<1_500).map { number in
            #""f\#(number)":{"state":"ENABLED","variants":{"a":"\#(String(repeating: "x", count: 200))"},"defaultVariant":"a"}"#
        }
        try client.define("{\(flags.joined(separator: ","))}")
        let wire = try daemon.wire()
        let message = #"{"jsonrpc":"2.0","id":1,"method":"flags.evaluateAll"}"#
        // With this framing, the result is written twice: the first time to count its bytes.
        try wire.write(measuresFirst ? "Content-Length: \(message.utf8.count)\r\n\r\n\(message)" : message + "\n")
        _ = wire.read { $0.contains(#""revision":1"#) }
        let evaluations = try #require(try client.call("server.stats")["evaluations"]).members
        // 1,024 flags are counted by name, the others together.
        #expect(evaluations.count == 1_025)
        let sum = evaluations.reduce(0) { $0 + ($1.value["STATIC"]?.integer ?? 0) }
        #expect(sum == 1_506)
        #expect(evaluations.first { $0.name == "" }?.value == ["STATIC": 482])
    }

    /// Evaluates a flag three times with equal requests; the last response may come from a cache.
    private func evaluatedRepeatedly(_ key: String) throws -> JSON? {
        let responses = try (0..<3).map { _ in try client.evaluate(key, ["tier": "gold"]) }
        #expect(responses.allSatisfy { $0 == responses[0] })
        return responses[0]["value"]
    }

    @Test func `a repeated evaluation returns the current result after each change`() throws {
        let other = try daemon.client()
        try client.define(Self.gold)
        #expect(try evaluatedRepeatedly("gold") == true)
        try other.call("flags.set", ["key": "gold", "variant": "off"])
        #expect(try evaluatedRepeatedly("gold") == false)
        try other.call("flags.reset", ["key": "gold"])
        #expect(try evaluatedRepeatedly("gold") == true)
        try other.call("flags.killSwitch", ["on": true, "match": "gold"])
        #expect(try evaluatedRepeatedly("gold") == false)
        try other.call("flags.killSwitch", ["on": false, "match": "gold"])
        #expect(try evaluatedRepeatedly("gold") == true)
        try other.define(
            """
            {"gold": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
             "targeting": {"if": [{"==": [{"var": "caller.client"}, "me"]}, "on"]}}}
            """
        )
        #expect(try evaluatedRepeatedly("gold") == true)
        try client.call("session.hello", ["client": "another"])
        #expect(try evaluatedRepeatedly("gold") == false)
        try client.call("worlds.create")
        try client.call("flags.set", ["key": "gold", "variant": "on"])
        #expect(try evaluatedRepeatedly("gold") == true)
        try other.call("flags.remove", ["key": "gold"])
        #expect(try client.evaluate("gold", ["tier": "gold"])["errorCode"] == "FLAG_NOT_FOUND")
    }

    @Test func `an evaluation has the OpenFeature fields, and a fault is a result`() throws {
        try client.define(Self.gold)
        try client.define(Self.kinds)
        let cases: [(JSON, JSON)] = [
            (["key": "gold"], ["key": "gold", "value": false, "variant": "off", "reason": "DEFAULT"]),
            (
                ["key": "gold", "context": ["tier": "gold"]],
                ["key": "gold", "value": true, "variant": "on", "reason": "TARGETING_MATCH"]
            ),
            (["key": "s", "type": "string"], ["key": "s", "value": "x", "variant": "a", "reason": "STATIC"]),
            (
                ["key": "s", "type": "boolean", "default": true],
                [
                    "key": "s", "value": true, "reason": "ERROR", "errorCode": "TYPE_MISMATCH",
                    "errorMessage": "s is a string, not a boolean",
                ]
            ),
            (
                ["key": "o"],
                ["key": "o", "value": ["k": 1], "variant": "a", "reason": "STATIC", "metadata": ["team": "t"]]
            ),
            (["key": "d", "default": 7], ["key": "d", "value": 7, "reason": "DISABLED"]),
            (["key": "d"], ["key": "d", "reason": "DISABLED"]),
            (["key": "none", "default": false], ["key": "none", "value": false, "reason": "DEFAULT"]),
            (
                ["key": "wrong"],
                [
                    "key": "wrong", "reason": "ERROR", "errorCode": "GENERAL",
                    "errorMessage": "the rule of wrong returns b, which is not a variant; did you mean a?",
                ]
            ),
        ]
        for (params, expected) in cases {
            #expect(try client.call("flags.evaluate", params) == expected, "\(params)")
            // `explain` makes the general handler evaluate the flag.
            var explained = params
            if case .object(var members) = params {
                members["explain"] = false
                explained = .object(members)
            }
            #expect(try client.call("flags.evaluate", explained) == expected, "\(params)")
        }
        let all = try client.call("flags.evaluateAll", ["context": ["tier": "gold"]])
        #expect(all["flags"]?.elements.first { $0["key"] == "gold" }?["value"] == true)
        #expect(all["flags"]?.elements.count == 13)
        try client.call("tunables.set", ["key": "scale", "value": 1])
        let message = try client.evaluate("scale")["errorMessage"]
        #expect(message == "scale is a tunable, not a flag")
    }

    @Test func `pages of evaluations and of lists have no gaps`() throws {
        try client.define(Self.kinds)
        for method in ["flags.evaluateAll", "flags.list"] {
            var keys: [JSON] = []
            var params: JSON = ["limit": 5]
            while true {
                let page = try client.call(method, params)
                keys += page["flags"]?.elements.compactMap { $0["key"] } ?? []
                guard page["more"] == true else { break }
                params = ["limit": 5, "after": keys[keys.count - 1]]
            }
            let whole = try client.call(method)["flags"]?.elements.compactMap { $0["key"] }
            #expect(keys == whole)
            #expect(keys.count == 12)
        }
    }

    @Test func `rules see daemon, caller and device facts, which the request's context cannot forge`() throws {
        try client.define(
            """
            {"seen": {"state": "ENABLED", "variants": {"a": true},
             "targeting": {"if": [{"var": "$flagd.timestamp"}, {"cat": [{"var": ""}]}, null]}},
             "who": {"state": "ENABLED", "variants": {"me": 1, "you": 2}, "targeting": {"var": "caller.client"}},
             "where": {"state": "ENABLED", "variants": {"eu": 1, "us": 2}, "targeting": {"var": "region"}},
             "three": {"state": "ENABLED", "variants": {"3": 1, "4": 2}, "targeting": {"var": "level"}},
             "half": {"state": "ENABLED", "variants": {"a": 1, "b": 2},
              "targeting": {"if": [{"===": [{"var": "score"}, 0.5]}, "a", "b"]}},
             "self": {"state": "ENABLED", "variants": {"self": 1}, "targeting": {"var": "$flagd.flagKey"}},
             "os": {"state": "ENABLED", "variants": {"linux": 1, "darwin": 2}, "targeting": {"var": "device.os"}}}
            """
        )
        let forged: JSON = ["caller": ["client": "you"], "region": "us", "level": 4, "$flagd": ["flagKey": "x"]]
        for context in [[:], forged] as [JSON] {
            #expect(try client.evaluate("who", context)["variant"] == "me")
            #expect(try client.evaluate("where", context)["variant"] == "eu")
            #expect(try client.evaluate("three", context)["variant"] == "3")
            #expect(try client.evaluate("half", context)["variant"] == "a")
            #expect(try client.evaluate("self", context)["variant"] == "self")
            #expect(["linux", "darwin"].contains(try client.evaluate("os", context)["variant"]))
        }
        try client.call("session.hello", ["client": "you"])
        #expect(try client.evaluate("who")["variant"] == "you")
    }

    @Test func `without a targeting key, a key of the state decides the bucket across restarts`() throws {
        try client.define(
            """
            {"self": {"state": "ENABLED", "variants": {"a": true},
             "targeting": {"fractional": [{"var": "targetingKey"}, ["a", 1], ["b", 0]]}}}
            """
        )
        func key(_ client: Client) throws -> JSON? {
            let response = try client.call("flags.evaluate", ["key": "self", "explain": true])
            return response["explain"]["steps"]?.elements.first?["saw"]["targetingKey"]
        }
        let own = try key(client)
        #expect(own?.string?.isEmpty == false)
        try daemon.kill()
        let again = try DaemonProcess(in: daemon.directory)
        #expect(try key(again.client()) == own)
    }

    @Test func `definitions, overrides and kill switches survive a restart`() throws {
        try client.define(Self.gold)
        try client.call("flags.set", ["key": "gold", "value": true])
        try client.call("flags.set", ["key": "ui.DarkMode", "variant": "on", "for": 3_600])
        try client.call("flags.killSwitch", ["on": true, "match": "ui.enable*", "reason": "storm"])
        try client.call("layers.put", ["name": "l", "flags": try JSON.parse(Self.kinds)])
        try client.call("layers.activate", ["names": ["l"]])
        let list = try client.call("flags.list")["flags"]
        let history = try client.call("tunables.history")
        #expect(list?.elements.first { $0["key"] == "ui.enableLogin" }?["limited"] == true)
        #expect(list?.elements.first { $0["key"] == "s" }?["origin"] == "layer:l")
        try daemon.kill()
        let second = try DaemonProcess(in: daemon.directory)
        #expect(try second.client().call("flags.list")["flags"] == list)
        #expect(try second.client().call("tunables.history") == history)
        let undone = try second.client().call("tunables.undo", ["everyone": true, "skip": true])["undone"]
        #expect(undone?.elements.count == 1)
    }

    @Test func `a kill switch makes flags and tunables return their defaults despite overrides`() throws {
        try client.call("tunables.declare", ["key": "ui.scale", "spec": ["type": "integer", "default": 1]])
        try client.call("tunables.set", ["key": "ui.scale", "value": 2])
        try client.call("flags.set", ["key": "ui.DarkMode", "variant": "on"])
        let other = try daemon.client()
        try other.call("flags.subscribe", ["keys": ["ui.DarkMode"]])
        let limited = try client.call("flags.killSwitch", ["on": true, "reason": "storm"])
        #expect(limited["changes"]?.elements.map { $0["origin"] } == ["limited"])
        #expect(try client.evaluate("ui.DarkMode")["limited"] == true)
        #expect(try client.evaluate("ui.DarkMode")["reason"] == "DEFAULT")
        #expect(try other.nextChanges().first?["value"] == false)
        let info = try client.call("server.info")["limited"]
        #expect(info == ["on": true, "by": [["source": "manual", "match": ["*"], "reason": "storm"]]])
        let get = try client.call("flags.get", ["key": "ui.DarkMode"])
        #expect(get["limited"]?.elements.first?["reason"] == "storm")
        // The override is stored, but takes effect only when the kill switch is off.
        try client.call("flags.set", ["key": "ui.enableLogin", "variant": "on"])
        #expect(try client.evaluate("ui.enableLogin")["value"] == false)
        #expect(try client.call("flags.killSwitch", ["on": false, "match": "x"])["changed"] == false)
        try client.call("flags.killSwitch", ["on": false])
        #expect(try client.evaluate("ui.enableLogin")["value"] == true)
        #expect(try other.nextChanges().first?["value"] == true)
    }

    @Test func `a world's overrides affect only its members until a merge`() throws {
        let member = try daemon.client()
        try member.call("worlds.create")
        try member.call("flags.subscribe", ["keys": ["ui.DarkMode"]])
        try client.call("flags.subscribe", ["keys": ["ui.DarkMode"]])
        let set = try member.call("flags.set", ["key": "ui.DarkMode", "variant": "on"])
        #expect(set["revision"] == 0)
        #expect(set["changed"] == true)
        let notified = try member.nextNotification(within: .seconds(60))?.params
        #expect(notified["from"] == 0)
        #expect(notified["to"] == 0)
        #expect(notified["changes"]?.elements.first?["value"] == true)
        #expect(try client.evaluate("ui.DarkMode")["value"] == false)
        #expect(try member.evaluate("ui.DarkMode")["overridden"] == true)
        #expect(try member.call("worlds.diff")["flags"] == [["key": "ui.DarkMode", "variant": "on"]])
        #expect(try member.call("worlds.list")["worlds"]?.elements.first?["flags"] == 1)
        // The world's override hides the shared flag, so its members receive no notification.
        try client.call("flags.set", ["key": "ui.DarkMode", "variant": "on"])
        #expect(try client.nextChanges().first?["value"] == true)
        try client.call("flags.reset", ["key": "ui.DarkMode"])
        #expect(try client.nextChanges().first?["value"] == false)
        try member.call("worlds.merge")
        #expect(try client.nextChanges().first?["value"] == true)
        #expect(try member.nextNotification(within: .zero) == nil)
    }

    @Test func `faults in a flag document have lines and columns of the request`() throws {
        let wire = try daemon.wire()
        try wire.write(
            """
            {"jsonrpc":"2.0","id":1,"method":"flags.define","params":{
              "$evaluators": {"e": {"vra": "x"}},
              "flags": {
                "a": {"state": "ENABLED", "variants": {"on": true},
                      "state": "ENABLED"},
                "b": {"state": "ENABLED", "variants": {"on": 1}, "defaultVariant": "of"}}}}

            """
        )
        let response = try JSON.parse(wire.read { $0.contains("\n") })
        let faults = response["error"]["data"]["faults"]?.elements ?? []
        #expect(faults.map { $0["line"]?.integer } == [2, 5, 6])
        #expect(faults.map { $0["column"]?.integer } == [25, 11, 54])
        let repeated = "line 5, column 11: the name state is repeated; the first one is on line 4"
        #expect(faults.dropFirst().first?["message"] == .string(repeated))
        #expect(try client.call("flags.list")["flags"]?.elements.count == 6)
    }

    @Test func `the lines of faults count from the beginning of each request, and of a batch`() throws {
        let wire = try daemon.wire()
        let request = """
            {"jsonrpc":"2.0","id":1,"method":"flags.define","params":{
              "flags": {"a": {"state": "ENABLED", "variants": {"on": 1}, "defaultVariant": "of"}}}}
            """
        try wire.write("\(request)\n\n\(request)\n[\(request),\n\(request)]\n")
        let lines = wire.read { $0.count { $0 == "\n" } == 3 }.split(separator: "\n")
        let responses = try lines.map { try JSON.parse(String($0)) }
        let errors = responses.flatMap { $0.elements.isEmpty ? [$0] : $0.elements }.map { $0["error"] }
        #expect(errors.map { $0["data"]["faults"]?.elements.first?["line"]?.integer } == [2, 2, 2, 4])
        for (error, line) in zip(errors, [2, 2, 2, 4]) {
            #expect(error["message"]?.string?.hasPrefix("line \(line), column 62: ") == true)
        }
    }

    @Test func `a partial definition stores the valid flags and names the faulty ones`() throws {
        try client.define(#"{"b": {"state": "ENABLED", "variants": {"on": 7}, "defaultVariant": "on"}}"#)
        let flags = """
            {"a": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"},
             "b": {"state": "ENABLED", "variants": {"on": 1}, "defaultVariant": "of"}}
            """
        let response = try client.call("flags.define", ["flags": try JSON.parse(flags), "partial": true])
        #expect(response["revision"] == 2)
        #expect(response["faulty"] == 1)
        #expect(response["faults"]?.elements.map { $0["key"] } == ["b"])
        #expect(response["faults"]?.elements.first?["path"] == "flags/b/defaultVariant")
        #expect(try client.evaluate("a")["value"] == true)
        #expect(try client.evaluate("b")["value"] == 7)
        let refused = try client.refusal(of: "flags.define", ["flags": try JSON.parse(flags)])
        #expect(refused?.kind == "invalidDefinition")
        let shared: JSON = ["flags": try JSON.parse(flags), "metadata": ["team": []], "partial": true]
        #expect(try client.refusal(of: "flags.define", shared)?.kind == "invalidDefinition")
    }
}
