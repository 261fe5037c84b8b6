import BlockingTests
import JSONCore
import RPCCore
import TestSupport
import Testing

/// Tests of the real daemon with specs at the limits of double-precision numbers.
@Suite(.blocking) struct ExtremeSpecTests {
    private static let specs = [
        #"{"type":"number","exclusiveMinimum":1.7976931348623157e308}"#,
        #"{"type":"number","exclusiveMinimum":1.79769313486231e308}"#,
        #"{"type":"number","exclusiveMaximum":-1.7976931348623157e308}"#,
        #"{"type":"number","exclusiveMaximum":-1.79769313486231e308}"#,
    ]

    private static let bare = specs.map { #"{"type":"array","items":\#($0)}"# } + specs

    @Test(arguments: bare) func `the daemon refuses a spec that allows no number, and continues to serve`(
        text: String
    ) throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        let spec = try JSON.parse(text)
        for (method, params): (String, JSON) in [
            ("tunables.declare", ["key": "k", "spec": spec]),
            ("layers.put", ["name": "l", "schema": ["type": "object", "properties": ["k": spec]]]),
            ("tunables.import", ["specs": ["k": spec], "dryRun": true]),
        ] {
            let refusal = try client.refusal(of: method, params)
            #expect(refusal?.kind == "invalidDefinition", "\(method)")
            #expect(refusal?.message.contains("allows no value") == true, "\(method)")
        }
        #expect(try client.call("ping") == "pong")
        try daemon.stop()
    }

    @Test func `the daemon accepts a spec that allows only numbers near the largest double`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try client.call(
            "tunables.declare",
            [
                "key": "k",
                "spec": ["type": "number", "exclusiveMinimum": 1.797693132e308, "default": 1.7976931348623157e308],
            ]
        )
        try client.call("tunables.set", ["key": "k", "value": 0, "clamp": true])
        guard case .double(let value)? = try client.value(of: "k") else {
            Issue.record("no number")
            return
        }
        #expect(value > 1.797693132e308)
        try client.call("tunables.step", ["key": "k", "by": 1])
        try daemon.stop()
    }
}
