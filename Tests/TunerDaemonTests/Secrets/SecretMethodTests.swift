import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import TunerAPI

/// Calls every method of the real daemon while a secret key exists, and searches the results for its values.
///
/// A new method needs an entry in the table of calls.
@Suite(.blocking) struct SecretMethodTests {
    /// A text that every value of the secret key contains.
    private static let hidden = "hunter2"

    /// The methods whose results programs need: they show secret values, and mark them.
    private static let delivering: Set<String> = [
        "tunables.get", "tunables.getAll", "tunables.subscribe", "tunables.set", "tunables.update", "tunables.setAll",
        "tunables.import", "tunables.reset", "tunables.resetAll", "tunables.toggle", "tunables.step", "tunables.forget",
    ]

    private static let spec =
        #"{"type":"string","x-secret":true,"default":"hunter2a","enum":["hunter2a","hunter2b","hunter2c","hunter2d"]}"#

    private static let schema = #"{"properties":{"ui.token":{"type":"string","default":"hunter2a"}}}"#

    private static let report =
        #"{"kind":"optimize","title":"ui.*","state":"running","done":1,"points":[],"values":{"ui.token":"hunter2a"}}"#

    /// Calls before each method.
    private static let preparation = [
        #"session.hello {"client":"test"}"#,
        #"tunables.declare {"key":"ui.token","spec":\#(spec)}"#,
        #"tunables.set {"key":"ui.token","value":"hunter2b"}"#,
        #"tunables.set {"key":"ui.token","value":"hunter2c"}"#,
        #"layers.put {"name":"night","values":{"ui.token":"hunter2d"},"schema":\#(schema)}"#,
        #"layers.activate {"names":["night"]}"#,
        #"server.report {"faults":[{"key":"ui.token","message":"hunter2 is wrong"}]}"#,
    ]

    /// For each method, calls that could show the values; several calls are made in their order on one connection.
    private static let calls: [String: [String]] = [
        "ping": [""], "rpc.discover": [""],
        "session.hello": [#"{"client":"test"}"#],
        "server.info": [""], "server.stats": [""], "server.stop": [""], "server.clients": [""],
        "server.report": [#"{"faults":[{"key":"ui.token","message":"hunter2 is wrong"}]}"#],
        "server.subscribe": [""], "server.unsubscribe": [#"{"subscription":"s1"}"#],
        "jobs.report": [report], "jobs.list": [""],
        "flags.get": [#"{"key":"ui.DarkMode"}"#, #"{"key":"ui.token"}"#],
        "flags.list": [""], "flags.evaluate": [#"{"key":"ui.token"}"#], "flags.evaluateAll": [""],
        "flags.subscribe": [""], "flags.unsubscribe": [#"{"subscription":"f1"}"#],
        "flags.declare": [#"{"flags":{"ui.token":{"variants":{"on":true,"off":false},"defaultVariant":"on"}}}"#],
        "flags.define": [#"{"flags":{"x":{"state":"ENABLED","variants":{"on":true},"defaultVariant":"on"}}}"#],
        "flags.remove": [#"{"key":"ui.token"}"#], "flags.set": [#"{"key":"ui.DarkMode","variant":"on"}"#],
        "flags.reset": [#"{"key":"ui.DarkMode"}"#],
        "flags.killSwitch": [#"{"on":true,"match":"ui.*"}"#, #"{"on":false}"#],
        "layers.put": [
            #"{"name":"night","values":{"ui.token":"hunter2x"}}"#,
            #"{"name":"night","values":{"ui.token":"hunter2a"}}"#,
        ],
        "layers.keep": [#"{"name":"night"}"#], "layers.revert": [#"{"name":"night"}"#],
        "layers.activate": [#"{"names":[]}"#], "layers.list": [""], "layers.get": [#"{"name":"night"}"#],
        "layers.remove": [#"{"name":"night"}"#],
        "stew.compute": ["{}"], "stew.last": [""], "stew.prefer": [#"{"units":"metric"}"#], "stew.subscribe": [""],
        "stew.unsubscribe": [#"{"subscription":"w1"}"#],
        "sync.status": [""], "sync.fetch": [""], "sync.reset": [""], "sync.report": [#"{"sources":[]}"#],
        "sync.attach": [""], "sync.detach": [#"{"subscription":"y1"}"#],
        "tunables.get": [#"{"key":"ui.token"}"#], "tunables.getAll": [""], "tunables.subscribe": [""],
        "tunables.unsubscribe": [#"{"subscription":"t1"}"#],
        "tunables.list": ["", #"{"search":"token"}"#], "tunables.describe": [#"{"key":"ui.token"}"#],
        "tunables.last": [""], "tunables.history": [""], "tunables.export": [""], "tunables.schema": [""],
        "tunables.applied": [#"{"revision":1,"refused":[{"key":"ui.token","reason":"hunter2"}]}"#],
        "tunables.subscribers": [""],
        "tunables.set": [#"{"key":"ui.token","value":"hunter2b"}"#],
        "tunables.update": [#"{"values":{"ui.token":"hunter2a"}}"#],
        "tunables.setAll": [#"{"values":{"ui.token":"hunter2b"}}"#],
        "tunables.import": [#"{"values":{"ui.token":"hunter2b"}}"#],
        "tunables.reset": [#"{"key":"ui.token"}"#], "tunables.resetAll": [#"{"match":"ui.*"}"#],
        "tunables.toggle": [#"{"key":"ui.token"}"#], "tunables.step": [#"{"key":"ui.token","by":1}"#],
        "tunables.declare": [
            #"{"key":"ui.token","spec":\#(spec)}"#,
            #"{"key":"ui.token","spec":{"type":"string","default":"hunter2z"}}"#,
            #"{"key":"ui.token","spec":{"type":"string","x-secret":true,"maxLength":2},"replace":true}"#,
        ],
        "tunables.forget": [#"{"key":"ui.token"}"#],
        "tunables.undo": [""], "tunables.redo": [""],
        "tunables.try": [#"{"values":{"ui.token":"hunter2a"},"for":60}"#],
        "tunables.confirm": [#"{"try":8}"#], "tunables.cancel": [#"{"try":8}"#], "tunables.tries": [""],
        "worlds.create": ["{}"], "worlds.list": [""], "worlds.diff": [""], "worlds.merge": [""], "worlds.drop": [""],
        "worlds.propose": [#"{"summary":"faster"}"#],
        "worlds.move": [#"{"pid":\#(Kernel.processID)}"#],
    ]

    /// Calls before the calls of some methods.
    private static let more: [String: [String]] = [
        "tunables.redo": [
            #"layers.activate {"names":[]}"#, #"tunables.set {"key":"ui.token","value":"hunter2a"}"#, "tunables.undo",
        ],
        "jobs.list": ["jobs.report \(report)"],
        "tunables.last": [#"tunables.set {"key":"ui.token","value":"hunter2a"}"#],
        "tunables.applied": [#"tunables.subscribe {"keys":["ui.token"],"ack":true}"#],
        "tunables.subscribers": [
            #"tunables.subscribe {"keys":["ui.token"],"ack":true}"#,
            #"tunables.applied {"revision":1,"refused":[{"key":"ui.token","reason":"hunter2"}]}"#,
        ],
        "tunables.describe": [
            #"tunables.subscribe {"keys":["ui.token"],"ack":true}"#,
            #"tunables.applied {"revision":5,"refused":[{"key":"ui.token","reason":"hunter2"}]}"#,
            #"tunables.set {"key":"ui.token","value":"hunter2a","for":600}"#,
        ],
        "tunables.tries": [#"tunables.try {"values":{"ui.token":"hunter2a"},"for":60}"#],
        "worlds.diff": [
            #"layers.activate {"names":[]}"#, "worlds.create {}",
            #"tunables.set {"key":"ui.token","value":"hunter2a"}"#,
        ],
        "worlds.propose": ["worlds.create {}", #"tunables.set {"key":"ui.token","value":"hunter2a"}"#],
        "worlds.merge": [
            #"layers.activate {"names":[]}"#, "worlds.create {}",
            #"tunables.set {"key":"ui.token","value":"hunter2a"}"#,
        ],
        "layers.keep": [#"layers.put {"name":"night","values":{"ui.token":"hunter2a"},"for":60}"#],
        "layers.revert": [#"layers.put {"name":"night","values":{"ui.token":"hunter2a"},"for":60}"#],
        "tunables.cancel": [
            #"layers.activate {"names":[]}"#, #"tunables.set {"key":"ui.token","value":"hunter2a"}"#,
            #"tunables.try {"values":{"ui.token":"hunter2b"},"for":60}"#,
        ],
        "tunables.confirm": [
            #"layers.activate {"names":[]}"#, #"tunables.set {"key":"ui.token","value":"hunter2a"}"#,
            #"tunables.try {"values":{"ui.token":"hunter2b"},"for":60}"#,
        ],
        "tunables.forget": [#"layers.activate {"names":[]}"#, #"tunables.reset {"key":"ui.token"}"#],
        "layers.activate": [#"tunables.reset {"key":"ui.token"}"#],
        "layers.remove": [#"tunables.reset {"key":"ui.token"}"#],
        "tunables.undo": [
            #"layers.activate {"names":[]}"#, #"tunables.set {"key":"ui.token","value":"hunter2a"}"#,
        ],
    ]

    /// The methods whose results show values after `session.hello` with `reveal`.
    private static let revealing = [
        "server.clients", "tunables.list", "tunables.describe", "tunables.last", "tunables.history", "tunables.export",
        "tunables.schema", "tunables.subscribers", "tunables.undo", "layers.get", "layers.activate", "layers.remove",
        "worlds.diff", "worlds.merge", "tunables.cancel", "jobs.list",
    ]

    private static func responses(of method: String, revealing: Bool) throws -> String {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        func call(_ line: String) throws -> JSON {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            return try client.call(words[0], words.count > 1 ? try JSON.parse(words[1]) : .null)
        }
        for line in preparation { _ = try call(line) }
        if revealing { _ = try client.call("session.hello", ["reveal": true]) }
        for line in more[method] ?? [] { _ = try call(line) }
        return try (calls[method] ?? []).map { parameters in
            do {
                return try call("\(method) \(parameters)").written()
            } catch ClientError.refused(let error) {
                return try JSON.array([.string(error.message), error.data]).written()
            }
        }.joined(separator: "\n")
    }

    @Test func `every method has calls in this test`() {
        #expect(Set(Self.calls.keys) == Set(API.methods.map { "\($0.name)" }))
    }

    @Test(arguments: calls.keys.sorted())
    func `a result shows secret values only if programs need them`(method: String) throws {
        let text = try Self.responses(of: method, revealing: false)
        #expect(text.contains(Self.hidden) == Self.delivering.contains(method), "\(text)")
        if Self.delivering.contains(method), method != "tunables.get" {
            #expect(text.contains(#""secret":true"#) || text.contains(#""secrets":["ui.token"]"#), "\(text)")
        }
    }

    @Test(arguments: revealing)
    func `a result shows secret values after session.hello with reveal`(method: String) throws {
        let text = try Self.responses(of: method, revealing: true)
        #expect(text.contains(Self.hidden), "\(text)")
    }
}
