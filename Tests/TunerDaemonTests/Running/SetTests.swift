import BlockingTests
import JSONCore
import RPCCore
import TestSupport
import Testing

/// Tests that the fast handler of `tunables.set` and the general handler have equal effects and responses.
@Suite(.blocking) struct SetTests {
    /// Parameters as clients write them; each call builds on the state after the calls before it.
    private static let spellings = #"""
        {"key":"a","value":1}
        {"key":"a","value":1}
        {"value":2,"key":"a"}
        { "key" : "a" , "value" : 2.0 }
        {"key":"b","value":[1,2]}
        {"key":"\u0061","value":3}
        {"k\u0065y":"a","value":4}
        {"key":"a","val\u0075e":5}
        {"key":"a","key":"c","value":6}
        {"key":"a","value":7,"value":8}
        {"key":"c","value":"ü\u0000\ud83d\ude00 \"\\\/"}
        {"key":"d","value":-0}
        {"key":"d","value":-0.0}
        {"key":"d","value":1E2}
        {"key":"d","value":100}
        {"key":"d","value":9223372036854775807}
        {"key":"d","value":9223372036854775808}
        {"key":"d","value":1e-400}
        {"key":"d","value":0.1000000000000000055}
        {"key":"e","value":{"b":1,"a":{"":[]},"b":2}}
        {"key":"e","value":{}}
        {"key":"e","value":true}
        {"key":"f","value":null}
        {"key":"a","value":null}
        {"key":"f","value":false}
        {"key":"f","value":"false"}
        {"key":"","value":1}
        {"key":"a b","value":1}
        {"key":"ü","value":1}
        {"key":1,"value":1}
        {"key":null,"value":1}
        {"key":"a"}
        {"value":1}
        {"key":"a","vlaue":1}
        {"Key":"a","value":1}
        {"key":"a.","value":1}
        {"key":"*","value":1}
        {"key":"stew.a","value":1}
        {"key":"int","value":3}
        {"key":"int","value":3.0}
        {"key":"int","value":3.5}
        {"key":"int","value":11}
        {"key":"int","value":"3"}
        {"key":"fixed","value":2}
        {"key":"locked","value":2}
        {"key":"layered","value":2}
        {"key":"layered","value":1}
        {"key":"limited","value":5}
        {"key":"union","value":["x"]}
        {"key":"timed","value":2}
        {"key":"a","value":1}
        {"key":"end","value":[]}
        {}
        """#.split(separator: "\n").map(String.init) + ["{\n\t\"value\"\r: [1 , 2],\"key\":\"b\"}"]

    /// The possible preparations of both daemons.
    ///
    /// An active layer disables the fast handler for all keys. An inactive layer disables it for new keys.
    private static let preparation = [
        ("tunables.set", #"{"key":"timed","value":1,"for":3600}"#),
        ("tunables.declare", #"{"key":"int","spec":{"type":"integer","default":1,"maximum":10}}"#),
        ("tunables.declare", #"{"key":"fixed","spec":{"type":"integer","default":1,"readOnly":true}}"#),
        ("tunables.declare", #"{"key":"limited","spec":{"type":"integer","default":1}}"#),
        ("tunables.declare", #"{"key":"union","spec":{"type":"array","default":["d"],"merge":"union"}}"#),
        ("layers.put", #"{"name":"l","values":{"locked":1,"layered":1,"union":["l"]},"locks":["locked"]}"#),
        ("layers.put", #"{"name":"k","values":{"limited":1},"killSwitch":true}"#),
        ("layers.activate", #"{"names":["l","k"]}"#),
    ]

    /// Returns equal parameters in a form that only the general handler accepts.
    private static func long(_ spelling: String) -> String {
        let members = spelling.dropLast()
        return members == "{" ? #"{"x-a":1}"# : #"\#(members),"x-a":1}"#
    }

    private static func call(_ wire: TestPeer, _ id: Int, _ method: String, _ params: String) throws -> String {
        try wire.write(request(method, id, params))
        return wire.read { $0.hasSuffix("\n") }
    }

    @Test(arguments: ["sync", "none"], [0, 5, 7, 8])
    func `the fast and the general handler of set return equal responses and effects`(
        durability: String,
        known: Int
    ) throws {
        let daemons = try [
            DaemonProcess("--durability \(durability)"), DaemonProcess("--durability \(durability)"),
        ]
        let wires = try daemons.map { try $0.wire() }
        for (number, (method, params)) in Self.preparation.prefix(known).enumerated() {
            for wire in wires {
                #expect(try Self.call(wire, number, method, params).contains(#""result""#), "\(method) \(params)")
            }
        }
        var refusals = 0
        for (number, spelling) in Self.spellings.enumerated() {
            let short = try Self.call(wires[0], number, "tunables.set", spelling)
            let long = try Self.call(wires[1], number, "tunables.set", Self.long(spelling))
            #expect(short == long, "\(spelling)")
            #expect(short.hasPrefix(#"{"jsonrpc":"2.0","id":\#(number),"#), "\(spelling)")
            refusals += short.contains(#""error""#) ? 1 : 0
        }
        #expect(refusals > 10 && refusals < Self.spellings.count - 10)
        let states = try wires.map { try Self.call($0, 1_000, "tunables.getAll", "{}") }
        #expect(states[0] == states[1])
        let histories = try daemons.map { daemon in
            try daemon.client().call("tunables.history", ["limit": 1_000])["commits"]?.elements
                .map { [$0["revision"], $0["operation"], .array(Self.withoutEnds($0["changes"]))] }
        }
        #expect(histories[0] == histories[1])
    }

    /// Returns changes without the times at which their values end, which are those of the calls.
    private static func withoutEnds(_ changes: JSON?) -> [JSON] {
        (changes?.elements ?? []).map { change in
            guard case .object(var object) = change else { return change }
            object["end"] = nil
            return .object(object)
        }
    }
}
