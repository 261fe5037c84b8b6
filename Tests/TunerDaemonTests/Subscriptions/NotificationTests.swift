import BlockingTests
import JSONCore
import RPCCore
import TestSupport
import Testing
import TunerAPI

/// Tests that every notification has its declared format.
///
/// Special encoders write the notifications. The declared record must read them back completely.
@Suite(.blocking) struct NotificationTests {
    private let daemon: DaemonProcess
    private let watcher: TestPeer

    init() throws {
        daemon = try DaemonProcess("--durability none")
        watcher = try daemon.wire()
    }

    /// Returns the notifications up to one that contains a text, without the responses between them.
    private func notifications(until end: String) -> [String] {
        watcher.read { $0.contains(end) && $0.hasSuffix("\n") }.split(separator: "\n").map(String.init)
            .filter { $0.contains(#""method""#) }
    }

    /// Checks a notification against a declaration.
    private func check<Parameters>(
        _ line: String,
        _ declaration: NotificationDeclaration<Parameters>
    ) throws {
        let bytes = Array(line.utf8)
        let message = try JSON.check(bytes.span)
        #expect(message.value(in: bytes.span)["method"] == .string(declaration.name.description), "\(line)")
        var members = JSONMembers(of: message)
        while let member = members.next(in: bytes.span) {
            guard member.name.string(in: bytes.span) == "params" else { continue }
            let record = try Parameters(members: member.value, in: bytes.span)
            var writer = JSONWriter()
            try record.write(to: &writer)
            let written = String(decoding: [UInt8](writer.bytes), as: UTF8.self)
            #expect(line.contains(#""params":\#(written)}"#), "\(line)\n\(written)")
        }
    }

    @Test func `notifications of tunables have their declared format`() throws {
        try watcher.write(request("tunables.subscribe", 1))
        try watcher.write(request("tunables.subscribe", 2, #"{"keys":["a","c"],"minInterval":20}"#))
        _ = watcher.read { $0.count { $0 == "\n" } == 2 }
        let writer = try daemon.client()
        try writer.call("session.hello", ["client": "wri\u{7}\"ter ü\u{2028}"])
        try writer.call("tunables.set", ["key": "a", "value": 1.0])
        let values: JSON = ["a": -0.5, "b": "x\u{0}\n\"\\ü😀", "c": [1, ["d": nil, "": true]]]
        try writer.call("tunables.update", ["values": values])
        try writer.call("tunables.set", ["key": "n", "value": 9_007_199_254_740_993])
        try writer.call("layers.put", ["name": "l.a-y", "values": ["a": 7, "l": [:]]])
        try writer.call("layers.activate", ["names": ["l.a-y"]])
        try writer.call("tunables.declare", ["key": "d", "spec": ["type": "integer", "default": 3]])
        try writer.call("tunables.resetAll")
        try writer.call("layers.remove", ["name": "l.a-y"])
        try writer.call("tunables.set", ["key": "end", "value": true])
        let lines = notifications(until: #""key":"end""#)
        #expect(lines.count > 8)
        for line in lines { try check(line, API.Tunables.changed) }
    }

    @Test func `notifications in a world and of the daemon have their declared format`() throws {
        for (id, method) in ["worlds.create", "tunables.subscribe", "server.subscribe"].enumerated() {
            try watcher.write(request(method, id + 1))
        }
        try watcher.write(request("tunables.set", 4, #"{"key":"a","value":1}"#))
        try watcher.write(request("layers.put", 5, #"{"name":"l","values":{"a":1},"killSwitch":true}"#))
        try watcher.write(request("layers.activate", 6, #"{"names":["l"]}"#))
        try watcher.write(request("tunables.set", 7, #"{"key":"end","value":1}"#))
        let lines = notifications(until: #""id":7"#)
        let (values, daemon) = (lines.filter { $0.contains("tunables.") }, lines.filter { $0.contains("server.") })
        #expect(values.count == 2)
        #expect(daemon.count == 2)
        for line in values { try check(line, API.Tunables.changed) }
        for line in daemon { try check(line, API.Server.changed) }
    }

    @Test func `notifications of flags have their declared format`() throws {
        try watcher.write(request("flags.subscribe", 1, #"{"context":{"tier":"gold"}}"#))
        _ = watcher.read { $0.contains("\n") }
        let writer = try daemon.client()
        try writer.call("session.hello", ["client": "wri\u{7}\"ter ü\u{2028}"])
        let odd: JSON = ["state": "ENABLED", "variants": ["ö\"": ["k": 1.0], "b": [:]], "defaultVariant": "ö\""]
        try writer.call("flags.define", ["flags": ["x \\y": odd]])
        try writer.call("flags.set", ["key": "x \\y", "value": ["z": nil]])
        try writer.call("flags.killSwitch", ["on": true])
        try writer.call("flags.remove", ["key": "x \\y"])
        try writer.call("flags.killSwitch", ["on": false])
        try writer.call("flags.set", ["key": "ui.enableLogin", "variant": "on"])
        let lines = notifications(until: "ui.enableLogin")
        #expect(lines.count == 5)
        for line in lines { try check(line, API.Flags.changed) }
    }

    @Test func `notifications of stews have their declared format`() throws {
        try watcher.write(request("worlds.create", 1, #"{"world":"w-0123456789abcdef"}"#))
        try watcher.write(request("stew.subscribe", 2, #"{"weightOz":31.5,"style":"wholePeeled"}"#))
        _ = watcher.read { $0.count { $0 == "\n" } == 2 }
        let writer = try daemon.client()
        try writer.call("tunables.set", ["key": "stew.v1.base", "value": 60])
        try writer.call("flags.set", ["key": "ui.showAdvancedTips", "value": true])
        try writer.call("worlds.drop", ["world": "w-0123456789abcdef"])
        let lines = notifications(until: #""ended""#)
        #expect(lines.count == 3)
        for line in lines { try check(line, API.Stew.changed) }
    }

    @Test func `notifications of requests for layers have their declared format`() throws {
        let source = #"{"layer":"team","address":"a","state":"waiting"}"#
        try watcher.write(request("sync.attach", 1) + request("sync.report", 2, #"{"sources":[\#(source)]}"#))
        _ = watcher.read { $0.count { $0 == "\n" } == 2 }
        let other = try daemon.client()
        try other.call("sync.fetch", ["layer": "team"])
        try other.call("sync.reset", ["layer": "team"])
        let lines = notifications(until: #""reset""#)
        #expect(lines.count == 2)
        for line in lines { try check(line, API.Sync.requested) }
    }

    /// A line without the members that are different each time.
    private func stable(_ line: String) -> String {
        line.replacing(/"time":"[^"]*"/, with: #""time":"""#).replacing(/"(pid|uid)":[0-9]+/, with: #""id":0"#)
            .replacing(/"flagsVersion":"[^-]*-[0-9]*-/, with: #""flagsVersion":"-"#)
    }

    @Test func `the daemon sends the example of each notification`() throws {
        for notification in API.notifications {
            for example in notification.examples {
                let daemon = try DaemonProcess()
                let wire = try daemon.wire()
                var text = ""
                for (id, call) in ([#"session.hello {"client":"me"}"#] + example.calls).enumerated() {
                    let words = call.split(separator: " ", maxSplits: 1).map(String.init)
                    try wire.write(request(words[0], id, words.count > 1 ? words[1] : nil))
                    text += wire.read { $0.contains(#""id":\#(id)"#) && $0.hasSuffix("\n") }
                }
                let sent = text.split(separator: "\n").filter { $0.contains(#""method""#) }.map { stable(String($0)) }
                let message = #"{"jsonrpc":"2.0","method":"\#(notification.name)","params":\#(example.params)}"#
                #expect(sent == [stable(message)])
            }
        }
    }

    @Test func `the declared notifications are exactly those that this suite checks`() {
        #expect(
            API.notifications.map(\.name.description) == [
                "server.changed", "tunables.changed", "sync.requested", "flags.changed", "stew.changed",
            ]
        )
    }
}
