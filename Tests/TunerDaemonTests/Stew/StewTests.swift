import BlockingTests
import JSONCore
import RPCCore
import StewEngine
import SystemCore
import TestSupport
import Testing

/// Tests of `stew.compute`, `stew.last` and `stew.prefer` in the real daemon.
@Suite(.blocking) struct StewTests {
    private let daemon: DaemonProcess
    private let client: Client

    init() throws {
        daemon = try DaemonProcess()
        client = try daemon.client()
    }

    @Test func `the default inputs are 28 oz of crushed Roma`() throws {
        let expected = try JSON.parse(
            """
            {"minutes":30,"model":"v1","units":"F","heat":{"level":"lowSimmer","name":"Low Simmer",
             "fahrenheit":[185,200],"celsius":[85,93]},
             "rationale":"28 oz of Roma, Crushed, take 30 min by model v1: 30 min × 1 for 28 oz × 1 for Roma × 1 for Crushed is 30 min, under 35 min: Low Simmer.","tips":[],
             "inputs":{"weightOz":28,"varietal":"roma","style":"crushed"}}
            """
        )
        for params: JSON in [.null, [:], [], ["weightOz": 28], [28, "roma", "crushed"]] {
            #expect(try client.call("stew.compute", params) == expected)
        }
    }

    @Test func `parameters by name and by position return equal responses`() throws {
        try client.call("flags.set", ["key": "ui.showAdvancedTips", "value": true])
        let wire = try daemon.wire()
        var generator = SeededGenerator(seed: 3)
        var compared = 0
        for model in ["v1", "v2"] {
            try client.call("flags.set", ["key": "algo.reductionModel", "variant": .string(model)])
            for varietal in Varietal.allCases {
                for style in StewStyle.allCases {
                    let ounces =
                        Bool.random(using: &generator) ? "31.5" : "\(Int.random(in: 4...128, using: &generator))"
                    let members = """
                        "units":"C","style":"\(style.rawValue)","weightOz":\(ounces),"varietal":"\(varietal.rawValue)"
                        """
                    let array = #"[\#(ounces),"\#(varietal.rawValue)","\#(style.rawValue)","C"]"#
                    try wire.write(request("stew.compute", 1, "{\(members)}") + request("stew.compute", 1, array))
                    let lines = wire.read { $0.count { $0 == "\n" } == 2 }.split(separator: "\n")
                    #expect(lines.count == 2 && lines[0] == lines[1], "\(lines)")
                    #expect(try JSON.parse(String(lines[0]))["result"]["model"] == .string(model))
                    compared += 1
                }
            }
        }
        #expect(compared == 48)
    }

    @Test(arguments: [
        (#"{"weightOz":3.999}"#, "outOfRange", "weightOz", nil),
        (#"{"weightOz":128.001}"#, "outOfRange", "weightOz", nil),
        (#"{"weightOz":-28}"#, "outOfRange", "weightOz", nil), (#"{"weightOz":0}"#, "outOfRange", "weightOz", nil),
        (#"{"weightOz":1e308}"#, "outOfRange", "weightOz", nil),
        (#"{"weightOz":"28"}"#, "invalidParams", "weightOz", nil),
        (#"{"weightOz":"NaN"}"#, "invalidParams", "weightOz", nil),
        (#"{"weightOz":null}"#, "invalidParams", "weightOz", nil),
        (#"{"weightOz":[28]}"#, "invalidParams", "weightOz", nil),
        (#"{"varietal":"rma"}"#, "invalidParams", "varietal", "roma"),
        (#"{"varietal":"sanmarzano"}"#, "invalidParams", "varietal", "sanMarzano"),
        (#"{"varietal":"potato"}"#, "invalidParams", "varietal", nil),
        (#"{"varietal":7}"#, "invalidParams", "varietal", nil),
        (#"{"style":"dice"}"#, "invalidParams", "style", "diced"),
        (#"{"style":"Whole Peeled"}"#, "invalidParams", "style", "wholePeeled"),
        (#"{"units":"K"}"#, "invalidParams", "units", "F"), (#"{"units":"celsius"}"#, "invalidParams", "units", nil),
        (#"{"weight":28}"#, "invalidParams", "weight", nil),
    ])
    func `an invalid input is refused by its name and not stored`(
        params: String,
        kind: String,
        parameter: String,
        nearest: String?
    ) throws {
        for method in ["stew.compute", "stew.subscribe"] {
            let error = try #require(try client.refusal(of: method, try JSON.parse(params)))
            #expect(error.kind == kind)
            #expect(error.data["parameter"] == .string(parameter))
            if let nearest {
                #expect(error.data["nearest"] == .string(nearest))
            }
        }
        #expect(try client.call("stew.last") == .null)
        #expect(try client.call("server.info")["subscriptions"] == 0)
    }

    @Test func `an error about an input has the allowed values`() throws {
        let weight = try #require(try client.refusal(of: "stew.compute", ["weightOz": 3]))
        #expect(weight.message == "weightOz must be a number from 4 to 128, got 3")
        #expect(weight.data["minimum"] == 4)
        #expect(weight.data["maximum"] == 128)
        let style = try #require(try client.refusal(of: "stew.compute", ["style": "raw"]))
        #expect(style.data["allowed"] == ["diced", "wholePeeled", "crushed", "stewed"])
    }

    @Test func `a number that exceeds a double is refused`() throws {
        let wire = try daemon.wire()
        for text in ["1e400", "-1e400", "NaN", "Infinity"] {
            try wire.write(request("stew.compute", 1, #"{"weightOz":\#(text)}"#))
            #expect(wire.read { $0.hasSuffix("\n") }.contains(#""error":"#), "\(text)")
        }
        #expect(try client.call("stew.last") == .null)
    }

    @Test func `flags are evaluated with the caller's context and world`() throws {
        try client.define(
            """
            {"algo.reductionModel": {"state": "ENABLED", "variants": {"v1": "v1", "v2": "v2", "V2": "V2"},
             "defaultVariant": "v1", "targeting": {"if": [{"==": [{"var": "tier"}, "gold"]}, "v2",
             {"==": [{"var": "tier"}, "odd"]}, "V2"]}}}
            """
        )
        for (tier, model) in [("gold", "v2"), ("odd", "v1"), ("", "v1")] {
            let result = try client.call("stew.compute", ["context": ["tier": .string(tier)]])
            #expect(result["model"] == .string(model))
        }
        let member = try daemon.client()
        try member.call("worlds.create")
        try member.call("flags.set", ["key": "algo.reductionModel", "variant": "v2"])
        #expect(try member.call("stew.compute")["model"] == "v2")
        #expect(try client.call("stew.compute")["model"] == "v1")
    }

    @Test func `the unit comes from the call, then the preference, then the flag`() throws {
        func unit(_ params: JSON = [:]) throws -> JSON? { try client.call("stew.compute", params)["units"] }
        #expect(try unit() == "F")
        try client.call("flags.set", ["key": "units.defaultCelsius", "value": true])
        #expect(try unit() == "C")
        try client.call("stew.prefer", ["units": "F"])
        #expect(try unit() == "F")
        #expect(try unit(["units": "C"]) == "C")
        try client.call("stew.prefer", ["units": nil])
        #expect(try unit() == "C")
        let error = try #require(try client.refusal(of: "stew.prefer", ["units": "c"]))
        #expect(error.data["allowed"] == ["F", "C"])
        #expect(error.data["nearest"] == "C")
    }

    @Test func `the last result is shared by all clients, exact, and no commit`() throws {
        #expect(try client.call("stew.last") == .null)
        let other = try daemon.client()
        let result = try other.call("stew.compute", ["weightOz": 28.349523125, "varietal": "cherry", "units": "C"])
        #expect(try client.call("stew.last") == result)
        #expect(result["inputs"]["weightOz"] == 28.349523125)
        #expect(try client.call("server.info")["revision"] == 0)
        #expect(try client.refusal(of: "stew.compute", ["weightOz": 1]) != nil)
        #expect(try client.call("stew.last") == result)
    }

    @Test func `a world has its own last result and its own preference`() throws {
        try client.call("stew.compute", ["weightOz": 30])
        let member = try daemon.client()
        let world = try #require(try member.call("worlds.create", ["world": "w-0123456789abcdef"])["world"])
        #expect(try member.call("stew.last")["inputs"]["weightOz"] == 30)
        try member.call("stew.compute", ["weightOz": 40])
        try member.call("stew.prefer", ["units": "C"])
        #expect(try member.call("stew.last")["inputs"]["weightOz"] == 40)
        #expect(try member.call("stew.compute")["units"] == "C")
        #expect(try client.call("stew.last")["inputs"]["weightOz"] == 30)
        #expect(try client.call("stew.compute", ["weightOz": 30])["units"] == "F")
        // A new world of the same name does not have the old world's last plan.
        try member.call("worlds.drop", ["world": world])
        try member.call("session.hello")
        try member.call("worlds.create", ["world": world])
        #expect(try member.call("stew.last")["inputs"]["weightOz"] == 30)
    }

    @Test func `a computation uses the earlier writes of its client`() throws {
        let wire = try daemon.wire()
        try wire.write(
            request("tunables.set", 1, #"{"key":"stew.v1.base","value":60}"#) + request("stew.compute", 2, "{}")
                + request("stew.last", 3)
        )
        let lines = wire.read { $0.count { $0 == "\n" } == 3 }.split(separator: "\n")
        for line in lines.dropFirst() {
            #expect(try JSON.parse(String(line))["result"]["minutes"] == 60)
        }
        #expect(try client.call("stew.last")["minutes"] == 60)
    }

    @Test func `layers, overrides and undo change the constants of a computation`() throws {
        func minutes() throws -> Int64? { try client.minutes() }
        try client.call("layers.put", ["name": "altitude", "values": ["stew.v1.base": 45]])
        try client.call("layers.activate", ["names": ["altitude"]])
        #expect(try minutes() == 45)
        try client.call("tunables.set", ["key": "stew.v1.base", "value": 50])
        #expect(try minutes() == 50)
        try client.call("tunables.undo")
        #expect(try minutes() == 45)
        try client.call("layers.activate", ["names": []])
        #expect(try minutes() == 30)
        let error = try #require(try client.refusal(of: "tunables.set", ["key": "stew.v1.base", "value": 1e9]))
        #expect(error.kind == "outOfRange")
        #expect(try minutes() == 30)
    }

    @Test func `a kill switch makes computations use the defaults`() throws {
        try client.call("flags.set", ["key": "ui.showAdvancedTips", "value": true])
        try client.define(
            """
            {"algo.reductionModel": {"state": "ENABLED", "variants": {"v1": "v1", "v2": "v2"}, "defaultVariant": "v2"}}
            """
        )
        try client.call("tunables.set", ["key": "stew.clamp.minimum", "value": 90])
        #expect(try client.call("stew.compute")["model"] == "v2")
        #expect(try client.minutes() == 90)
        try client.call("flags.killSwitch", ["on": true])
        let limited = try client.call("stew.compute")
        #expect(limited["model"] == "v1")
        #expect(limited["minutes"] == 30)
        #expect(limited["tips"] == [])
        try client.call("flags.killSwitch", ["on": false])
        #expect(try client.minutes() == 90)
        try client.call("flags.killSwitch", ["on": true, "match": "stew.clamp.*"])
        let half = try client.call("stew.compute")
        #expect(half["model"] == "v2")
        #expect(half["minutes"] == 29)
        #expect(half["tips"]?.elements.count == 4)
    }

    @Test func `equal requests return equal results, whatever other clients request between them`() throws {
        let member = try daemon.client()
        try member.call("worlds.create")
        let question: JSON = ["weightOz": 40]
        let first = try client.call("stew.compute", question)
        let others: [() throws -> Void] = [
            { try client.call("stew.compute", ["weightOz": 41]) },
            { try client.call("stew.compute", [40, "plum"]) },
            { try client.call("stew.compute", ["weightOz": 40, "units": "C"]) },
            { try client.call("stew.prefer", ["units": "F"]) },
            { try member.call("stew.compute", ["weightOz": 50]) },
            {},
        ]
        for other in others {
            try other()
            for _ in 0..<3 { #expect(try client.call("stew.compute", question) == first) }
            #expect(try client.call("stew.last") == first)
        }
        try client.call("stew.prefer", ["units": "C"])
        #expect(try client.call("stew.compute", question)["units"] == "C")
        try client.call("flags.set", ["key": "ui.showAdvancedTips", "value": true])
        #expect(try client.call("stew.compute", question)["tips"]?.elements.isEmpty == false)
    }

    @Test func `hello lists the capability stew`() throws {
        #expect(try client.call("session.hello")["capabilities"]?.elements.contains("stew") == true)
    }
}
