import ClientCore
import JSONCore
import TestSupport
import Testing

@testable import EditorServer

/// When the server reads the declaration of a key.
struct DescriptionTests {
    private let editor = Editor(capabilities: [:])

    init() {
        editor.daemon.serve(["a.a": ["value": 1], "a.b": ["value": 2]])
        editor.open(#"tuner.get("a.a"); tuner.get("a.b"); tuner.get("a.x")"#)
        editor.connect()
    }

    /// The keys that were read since the last call.
    private func described() -> [String] {
        defer { editor.daemon.calls = [] }
        let prefix = #"tunables.describe {"key":""#
        return editor.daemon.calls.filter { $0.hasPrefix(prefix) }.map {
            String($0.dropFirst(prefix.count).dropLast(2))
        }
        .sorted()
    }

    @Test func `a new key makes the server read that key only`() {
        #expect(described() == ["a.a", "a.b", "a.x"])
        editor.open(#"tuner.get("a.a"); tuner.get("a.b"); tuner.get("a.x"); tuner.get("a.y")"#)
        #expect(described() == ["a.y"])
    }

    @Test func `a key whose description is on its way is not read again for a new subscription`() {
        let editor = Editor(capabilities: [:])
        editor.daemon.serve(["a.a": ["value": 1], "a.b": ["value": 2]])
        let respond = editor.daemon.respond
        editor.daemon.respond = { $0 == "tunables.describe" ? nil : respond($0, $1) }
        editor.open(#"tuner.get("a.a"); tuner.get("a.x")"#)
        editor.connect()
        editor.daemon.calls = []
        editor.open(#"tuner.get("a.a"); tuner.get("a.b"); tuner.get("a.x")"#)
        #expect(
            editor.daemon.calls.filter { $0.hasPrefix("tunables.describe") } == [#"tunables.describe {"key":"a.b"}"#]
        )
    }

    @Test func `a changed value that a new subscription has makes the server read its key`() {
        _ = described()
        editor.daemon.serve(["a.a": ["value": 1], "a.b": ["value": 3]])
        editor.open(#"tuner.get("a.a"); tuner.get("a.b")"#)
        #expect(described() == ["a.b"])
    }

    @Test func `a subscription whose response arrives after the last key is gone is ended`() {
        let editor = Editor(capabilities: [:])
        editor.open(#"tuner.get("a.a")"#)
        editor.connect()
        editor.open("nothing")
        editor.daemon.calls = []
        let response: JSON = [
            "subscription": "t7", "epoch": "e", "revision": 1, "resumed": false, "values": ["a.a": 1],
        ]
        editor.daemon.finish("tunables.subscribe", .success(response))
        editor.daemon.finish(
            "flags.subscribe",
            .success(["subscription": "f7", "epoch": "e", "revision": 1, "flags": []])
        )
        #expect(
            editor.daemon.calls == [
                #"tunables.unsubscribe {"subscription":"t7"}"#, #"flags.unsubscribe {"subscription":"f7"}"#,
            ]
        )
    }

    @Test func `the end of the world needs a new connection`() {
        func notify(_ ended: JSON?) {
            var parameters: JSONObject = [
                "subscription": "t1", "from": 1, "to": 1, "time": "2026-08-06T20:15:00.000Z", "changes": [],
            ]
            parameters["ended"] = ended
            editor.notifyFromDaemon("tunables.changed", .object(parameters))
        }
        notify(nil)
        #expect(!editor.server.hasLostWorld)
        notify("unknownWorld")
        #expect(editor.server.hasLostWorld)
        let none: [UInt8] = []
        editor.server.handle(.lost(.dropped), none.span)
        #expect(!editor.server.hasLostWorld)
    }

    @Test func `many changes of declarations make the server read the keys at most once in each interval`() {
        _ = described()
        editor.daemon.finish("server.subscribe", .success(StaleFlagTests.server))
        for count in 1...9 {
            editor.notifyFromDaemon("server.changed", ["subscription": "v1", "tunables": .integer(Int64(count))])
        }
        #expect(described() == ["a.a", "a.b", "a.x"])
        #expect(editor.server.deadline != nil)
        editor.pass()
        #expect(described() == ["a.a", "a.b", "a.x"])
    }
}
