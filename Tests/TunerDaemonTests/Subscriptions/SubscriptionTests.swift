import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of the real daemon's notifications to subscribers of values.
@Suite(.blocking) struct SubscriptionTests {
    private let daemon: DaemonProcess

    init() throws { daemon = try DaemonProcess() }

    /// Returns the parameters of the next notification.
    private func next(_ client: Client, within limit: Duration = .seconds(60)) throws -> JSON? {
        try client.nextNotification(within: limit)?.params
    }

    @Test func `a subscriber receives the values of a revision, then each change`() throws {
        let writer = try daemon.client()
        try writer.call("session.hello", ["client": "writer"])
        try writer.call("tunables.set", ["key": "ui.a", "value": 1])
        let watcher = try daemon.client()
        let response = try watcher.call("tunables.subscribe", ["match": "ui.*"])
        #expect(response["values"] == ["ui.a": 1])
        #expect(response["revision"] == 1)
        #expect(response["resumed"] == false)
        try writer.call("tunables.set", ["key": "other", "value": 1])
        try writer.call("tunables.update", ["values": ["ui.a": 2, "ui.b": true, "other": 2]])
        let notification = try next(watcher)
        #expect(notification["subscription"] == response["subscription"])
        #expect(notification["from"] == 1)
        #expect(notification["to"] == 3)
        #expect(notification["actor"]["client"] == "writer")
        let changes =
            [
                ["key": "ui.a", "value": 2, "old": 1, "origin": "local"],
                ["key": "ui.b", "value": true, "origin": "local"],
            ] as JSON
        #expect(notification["changes"] == changes)
        try writer.call("tunables.reset", ["key": "ui.b"])
        #expect(try next(watcher)["changes"] == [["key": "ui.b", "old": true]])
    }

    @Test(arguments: ["sync", "relaxed", "none"])
    func `a client receives the notification of its own write before the response`(durability: String) throws {
        let daemon = try DaemonProcess("--durability \(durability)")
        let wire = try daemon.wire()
        try wire.write(request("tunables.subscribe", 1, "{}"))
        for number in 2...20 {
            try wire.write(request("tunables.set", number, #"{"key":"a","value":\#(number)}"#))
        }
        let text = wire.read { $0.count { $0 == "\n" } >= 39 }
        let lines = try text.split(separator: "\n").map { try JSON.parse(String($0)) }
        #expect(lines.count == 39)
        var values: [Int64] = []
        for line in lines.dropFirst() {
            if let change = line["params"]["changes"]?.elements.first {
                values.append(change["value"]?.integer ?? 0)
            } else {
                #expect(values.contains(line["id"]?.integer ?? 0))
            }
        }
        #expect(values == Array(2...20))
    }

    @Test func `a subscription between two changes receives only the second change`() throws {
        let wire = try daemon.wire()
        for round in 0..<3 {
            let id = round * 3
            try wire.write(
                request("tunables.set", id, #"{"key":"a","value":1}"#)
                    + request("tunables.subscribe", id + 1, #"{"initial":false}"#)
                    + request("tunables.set", id + 2, #"{"key":"a","value":2}"#)
            )
            // The earlier subscriptions receive both changes.
            let count = 4 + round * 2
            let text = wire.read { $0.count { $0 == "\n" } >= count }
            let lines = try text.split(separator: "\n").map { try JSON.parse(String($0)) }
            let notifications = lines.filter { $0["params"]["subscription"] == .string("t\(round + 1)") }
            #expect(notifications.map { $0["params"]["changes"]?.elements.first?["value"] } == [2])
            #expect(lines.count == count)
        }
    }

    @Test(arguments: ["set", "setAll"])
    func `a subscription in a world between two changes receives only the net change`(
        method: String
    ) throws {
        // On a busy machine, a turn may end before all requests are handled.
        #expect(try (1...20).contains { _ in try isMergedInOneTurn(method) })
    }

    /// Subscribes between changes; returns false if the changes were not made in one turn.
    private func isMergedInOneTurn(_ method: String) throws -> Bool {
        let wire = try daemon.wire()
        func set(_ value: Int) -> String {
            let parameters = method == "set" ? #"{"key":"a","value":\#(value)}"# : #"{"values":{"a":\#(value)}}"#
            return request("tunables.\(method)", value, parameters)
        }
        let subscribe = request("tunables.subscribe", 9)
        try wire.write(
            request("worlds.create", 0) + set(5) + subscribe + set(6) + set(7) + subscribe + set(8) + set(7)
        )
        let text = wire.read { $0.count { $0 == "\n" } >= 9 }
        let lines = try text.split(separator: "\n").map { try JSON.parse(String($0)) }
        let notifications = lines.filter { $0["method"] != nil }.map { $0["params"] }
        guard notifications.count == 1 else { return false }
        let origin: JSON = method == "set" ? "world" : "local"
        #expect(notifications.map { $0["subscription"] } == ["t1"])
        #expect(notifications.map { $0["changes"] } == [[["key": "a", "value": 7, "old": 5, "origin": origin]]])
        try wire.write(set(4))
        let next = wire.read { $0.count { $0 == "\n" } >= 3 }
        #expect(next.split(separator: #""tunables.changed""#).count == 3)
        #expect(next.split(separator: #""old":7"#).count == 4)
        return true
    }

    @Test func `a subscription can name keys, and reports built-in keys only by name`() throws {
        let client = try daemon.client()
        try client.call("tunables.subscribe", ["keys": ["stew.a", "b"]])
        try client.call("tunables.subscribe", ["match": "*"])
        let all = try client.call("tunables.subscribe")["subscription"]
        try client.call("tunables.set", ["key": "stew.a", "value": 1])
        try client.call("tunables.set", ["key": "b", "value": 1])
        #expect(try next(client)["changes"]?.elements.first["key"] == "stew.a")
        let notifications = try (0..<3).map { _ in try next(client) }
        #expect(notifications.allSatisfy { $0["changes"]?.elements.first["key"] == "b" })
        #expect(notifications.contains { $0["subscription"] == all && $0["from"] == 0 && $0["to"] == 2 })
    }

    @Test func `after a pause a subscriber receives the net changes in one notification`() throws {
        let daemon = try DaemonProcess(product: "test-daemon")
        let watcher = try daemon.client()
        try watcher.call("tunables.subscribe", ["minInterval": 3_600_000])
        let writer = try daemon.client()
        try writer.call("tunables.set", ["key": "a", "value": 0])
        let first = try #require(try next(watcher)["to"]?.integer)
        for value in [1, 2, 3] as [Int64] { try writer.call("tunables.set", ["key": "a", "value": .integer(value)]) }
        for value in [7, 8] as [Int64] { try writer.call("tunables.set", ["key": "b", "value": .integer(value)]) }
        try writer.call("tunables.reset", ["key": "b"])
        // A response does not end the pause.
        try watcher.call("ping")
        #expect(try watcher.nextNotification(within: .zero) == nil)
        try daemon.setClocksForward(bySeconds: 3_600)
        let notification = try next(watcher)
        #expect(notification["from"] == .integer(first))
        #expect(notification["to"] == .integer(first + 6))
        #expect(notification["actor"] == nil)
        #expect(notification["changes"] == [["key": "a", "value": 3, "old": 0, "origin": "local"]])
    }

    @Test func `a slow subscriber receives the newest values without a gap`() throws {
        let daemon = try DaemonProcess("--durability none")
        let watcher = try Watcher(["match": "k*"], on: try daemon.client())
        let writer = try daemon.client()
        let text = String(repeating: "x", count: 1_000)
        for round in 0..<40 {
            var values = JSONObject()
            for key in 0..<100 { values["k\(key)"] = .string("\(round) \(key) \(text)") }
            try writer.call("tunables.update", ["values": .object(values)])
        }
        try writer.call("tunables.set", ["key": "k0", "value": "last"])
        while watcher.values["k0"] != "last", try watcher.receive(within: .seconds(60)) {}
        #expect(watcher.faults.isEmpty, "\(watcher.faults.first ?? "")")
        #expect(watcher.received.count < 41)
        let all = try writer.call("tunables.getAll")
        #expect(JSON.object(JSONObject(watcher.values.map { ($0.key, $0.value) })) == all["values"])
        #expect(watcher.revision == all["revision"]?.integer)
    }

    @Test func `the daemon sends the merged changes of several slow subscriptions one after the other`() throws {
        let daemon = try DaemonProcess("--durability none")
        let watcher = try daemon.client()
        for _ in 0..<3 { try watcher.call("tunables.subscribe", ["match": "k*"]) }
        let writer = try daemon.client()
        let text = String(repeating: "x", count: 100_000)
        for key in 0..<60 {
            try writer.call("tunables.set", ["key": .string("k\(key)"), "value": .string(text)])
        }
        // All three backlogs together are more than the daemon sends to a client that does not read.
        var keysBySubscription: [String: Set<String>] = [:]
        while keysBySubscription.count < 3 || keysBySubscription.values.contains(where: { $0.count < 60 }),
            let params = try next(watcher)
        {
            let keys = params["changes"]?.elements.compactMap { $0["key"]?.string } ?? []
            keysBySubscription[params["subscription"]?.string ?? "", default: []].formUnion(keys)
        }
        #expect(keysBySubscription.mapValues(\.count) == ["t1": 60, "t2": 60, "t3": 60])
    }

    /// Returns a connection that has two subscriptions and has not read the changes of `keys` values.
    private func laggingPeer(
        _ daemon: DaemonProcess,
        _ first: String,
        _ second: String,
        _ writer: Client,
        keys: Int,
        length: Int
    ) throws -> TestPeer {
        let wire = try daemon.wire()
        try wire.write(request(first, 1) + request(second, 2))
        _ = wire.read { $0.count { $0 == "\n" } == 2 }
        let text = String(repeating: "x", count: length)
        for key in 0..<keys { try writer.call("tunables.set", ["key": .string("k\(key)"), "value": .string(text)]) }
        return wire
    }

    /// One flush covers all requests that the client sends at once.
    @Test func `a slow client receives all changes of one flush before the last response`() throws {
        let writer = try daemon.client()
        let wire = try laggingPeer(daemon, "tunables.subscribe", "flags.subscribe", writer, keys: 20, length: 100_000)
        var requests = (0..<6).map { request("tunables.set", 3 + $0, #"{"key":"own\#($0)","value":\#($0)}"#) }
        for (index, flag) in ["ui.DarkMode", "ui.enableLogin", "ui.DarkMode"].enumerated() {
            let value = index == 2 ? "false" : "true"
            requests.append(request("flags.set", 9 + index, #"{"key":"\#(flag)","value":\#(value)}"#))
        }
        try wire.write(requests.joined())
        let response = #"{"jsonrpc":"2.0","id":11,"#
        let lines = try wire.read { $0.split(separator: "\n").last?.hasPrefix(response) == true && $0.hasSuffix("\n") }
            .split(separator: "\n").map { try JSON.parse(String($0)) }
        var values: [String: JSON] = [:]
        var revisions: [String: Int64] = [:]
        for params in lines.compactMap({ $0["params"] }) {
            let subscription = params["subscription"]?.string ?? ""
            if let last = revisions[subscription] { #expect(params["from"] == .integer(last)) }
            revisions[subscription] = params["to"]?.integer
            for change in params["changes"]?.elements ?? [] {
                let key = change["key"]?.string ?? ""
                if let known = values[key] { #expect(change["old"] == known, "\(key)") }
                values[key] = change["value"]
            }
        }
        for number in 0..<6 as Range<Int64> { #expect(values["own\(number)"] == .integer(number)) }
        #expect(values["ui.enableLogin"] == true)
        #expect(values["ui.DarkMode"] != true)
        // The last three commits changed flags and no values.
        #expect(revisions["t1"] == (try writer.call("server.info")["revision"]?.integer).map { $0 - 3 })
    }

    @Test func `a client with more merged changes than the send limit receives them and its responses`() throws {
        let daemon = try DaemonProcess("--durability none")
        let writer = try daemon.client()
        let wire = try laggingPeer(
            daemon,
            "tunables.subscribe",
            "tunables.subscribe",
            writer,
            keys: 40,
            length: 300_000
        )
        for number in 3...5 { try wire.write(request("ping", number)) }
        // The daemon handles all requests before the client reads any message.
        try writer.call("ping")
        let response = #"{"jsonrpc":"2.0","id":5,"result":"pong"}\#n"#
        let lines = try wire.read { $0.hasSuffix(response) }.split(separator: "\n").map { try JSON.parse(String($0)) }
        for subscription in ["t1", "t2"] as [JSON] {
            let notifications = lines.filter { $0["params"]["subscription"] == subscription }
            #expect(notifications.flatMap { $0["params"]["changes"]?.elements ?? [] }.count == 40)
        }
        #expect(lines.last?["id"] == 5)
    }

    @Test func `merged changes are sent before a response to their client`() throws {
        let daemon = try DaemonProcess("--durability none")
        let watcher = try daemon.client()
        try watcher.call("tunables.subscribe")
        let writer = try daemon.client()
        let text = String(repeating: "x", count: 10_000)
        for round in 0..<300 {
            try writer.call("tunables.set", ["key": "k", "value": .string("\(round) \(text)")])
        }
        // The client has not read its notifications, so the response follows the merged newest value.
        try watcher.call("ping")
        var last: JSON?
        while let notification = try watcher.nextNotification(within: .zero) { last = notification.params }
        #expect(last["to"] == 300)
        #expect(last["changes"]?.elements.first["value"]?.string?.hasPrefix("299 ") == true)
    }

    @Test func `a client resumes from a revision within the history, also after a restart`() throws {
        let client = try daemon.client()
        for value in 1...5 as ClosedRange<Int64> {
            try client.call("tunables.set", ["key": "a", "value": .integer(value)])
            try client.call("tunables.set", ["key": "b", "value": .integer(value % 2)])
        }
        let epoch = try #require(try client.call("server.info")["epoch"])
        let since = { (revision: Int64) in ["since": ["epoch": epoch, "revision": .integer(revision)]] as JSON }
        let check = { (client: Client) in
            let response = try client.call("tunables.subscribe", since(4))
            #expect(response["resumed"] == true)
            #expect(response["values"] == nil)
            let changes =
                [
                    ["key": "a", "value": 5, "old": 2, "origin": "local"],
                    ["key": "b", "value": 1, "old": 0, "origin": "local"],
                ] as JSON
            #expect(response["changes"] == changes)
            #expect(try client.call("tunables.subscribe", since(10))["changes"] == [])
            #expect(try client.call("tunables.subscribe", since(11))["resumed"] == false)
            let other = ["since": ["epoch": "other", "revision": 4]] as JSON
            #expect(try client.call("tunables.subscribe", other)["values"] == ["a": 5, "b": 1])
        }
        try check(client)
        try daemon.stop()
        let again = try DaemonProcess(in: daemon.directory)
        try check(try again.client())
        try again.stop()
        let short = try DaemonProcess("--history 2", in: daemon.directory)
        #expect(try short.client().call("tunables.subscribe", since(4))["resumed"] == false)
        #expect(try short.client().call("tunables.subscribe", since(8))["resumed"] == true)
    }

    @Test func `a world's changes are sent to its members only, with the shared changes they see`() throws {
        let member = try daemon.client()
        try member.call("tunables.set", ["key": "a", "value": 1])
        try member.call("worlds.create")
        try member.call("tunables.subscribe")
        let other = try daemon.client()
        try other.call("tunables.subscribe")
        try member.call("tunables.set", ["key": "a", "value": 5])
        let notification = try next(member)
        #expect(notification["from"] == 1)
        #expect(notification["to"] == 1)
        #expect(notification["changes"] == [["key": "a", "value": 5, "old": 1, "origin": "world"]])
        // The world's value hides the change of the shared value, but not the change of another key.
        try other.call("tunables.set", ["key": "a", "value": 2])
        try other.call("tunables.set", ["key": "b", "value": 2])
        #expect(try next(other)["changes"]?.elements.first["key"] == "a")
        let next = try self.next(member)
        #expect(next["from"] == 1)
        #expect(next["to"] == 3)
        #expect(next["changes"]?.elements.first["key"] == "b")
        // A declaration that makes the world's value invalid makes the shared value visible.
        try other.call("tunables.declare", ["key": "a", "spec": ["type": "integer", "maximum": 3]])
        #expect(try self.next(member)["changes"] == [["key": "a", "value": 2, "old": 5, "origin": "local"]])
    }

    @Test(arguments: ["dropped", "left by its creator"])
    func `a subscription ends with its world`(end: String) throws {
        let maker = try daemon.wire()
        try maker.write(request("worlds.create", 1, #"{"world":"aaaabbbbccccdddd"}"#))
        _ = maker.read { $0.contains("\n") }
        let member = try daemon.client()
        try member.call("session.hello", ["world": "aaaabbbbccccdddd"])
        let both: JSON = ["keys": ["a", "b"], "match": "*"]
        let name = try #require(try member.call("tunables.subscribe", both)["subscription"])
        let flags = try #require(try member.call("flags.subscribe")["subscription"])
        let other = try daemon.client()
        try other.call("tunables.subscribe")
        #expect(try other.call("server.info")["subscriptions"] == 3)
        if end == "dropped" {
            try other.call("worlds.drop", ["world": "aaaabbbbccccdddd"])
        } else {
            maker.close()
            #expect(try eventually { try other.call("worlds.list")["worlds"] == [] })
        }
        #expect(try other.call("server.info")["subscriptions"] == 1)
        let last = try next(member)
        #expect(last["subscription"] == name)
        #expect(last["from"] == last["to"])
        #expect(last["changes"] == [])
        #expect(last["ended"] == "unknownWorld")
        #expect(try next(member)["subscription"] == flags)
        try member.call("session.hello")
        let refusal = try member.refusal(of: "tunables.unsubscribe", ["subscription": name])
        #expect(refusal?.kind == "invalidParams")
        try member.call("tunables.set", ["key": "a", "value": 1])
        #expect(try member.nextNotification(within: .zero) == nil)
    }

    @Test func `subscriptions follow their connection, and receive one difference`() throws {
        let other = try daemon.client()
        let flags: JSON = ["f": ["state": "ENABLED", "variants": ["on": true, "off": false], "defaultVariant": "off"]]
        try other.call("flags.define", ["flags": flags])
        try other.call("tunables.update", ["values": ["a": 1, "b": 1, "c": 1]])
        let maker = try daemon.client()
        try maker.call("worlds.create", ["world": "aaaabbbbccccdddd"])
        try maker.call("tunables.update", ["values": ["a": 2, "b": 1, "c": 3]])
        try maker.call("flags.set", ["key": "f", "variant": "on"])
        try maker.call("tunables.set", ["key": "stew.v1.base", "value": 60])

        let client = try daemon.client()
        let some = try #require(try client.call("tunables.subscribe", ["keys": ["a", "b"]])["subscription"])
        try client.call("flags.subscribe", ["keys": ["f"]])
        try client.call("stew.subscribe")
        try client.call("session.hello", ["world": "aaaabbbbccccdddd"])
        let entry = try next(client)
        #expect(entry["subscription"] == some)
        #expect(entry["changes"] == [["key": "a", "value": 2, "old": 1, "origin": "world"]])
        #expect(entry["actor"] == nil)
        #expect(try next(client)["changes"]?.elements.first?["value"] == true)
        #expect(try next(client)["minutes"] != nil)

        // From here on the subscriptions show the world.
        try maker.call("tunables.set", ["key": "b", "value": 5])
        #expect(try next(client)["changes"] == [["key": "b", "value": 5, "old": 1, "origin": "world"]])
        try other.call("tunables.set", ["key": "a", "value": 9])
        try client.call("session.hello")
        let exit = try next(client)
        #expect(
            exit["changes"] == [
                ["key": "a", "value": 9, "old": 2, "origin": "local"],
                ["key": "b", "value": 1, "old": 5, "origin": "local"],
            ]
        )
        #expect(exit["to"] == (try client.call("server.info")["revision"]))
        #expect(try next(client)["changes"]?.elements.first?["value"] == false)
        #expect(try next(client)["minutes"] != nil)
        try other.call("tunables.set", ["key": "a", "value": 10])
        #expect(try next(client)["from"] == exit["to"])
        try maker.call("tunables.set", ["key": "a", "value": 11])
        try maker.call("worlds.drop", ["world": "aaaabbbbccccdddd"])
        try client.call("ping")
        #expect(try client.nextNotification(within: .zero) == nil)
        // They keep their names.
        #expect(try client.call("tunables.unsubscribe", ["subscription": some]) == true)
        #expect(try other.call("server.info")["subscriptions"] == 2)
    }

    @Test func `the initial values contain a key once when a name and a pattern match`() throws {
        let client = try daemon.client()
        try client.call("tunables.update", ["values": ["a.b": 1, "a.c": 2, "d": 3]])
        let wire = try daemon.wire()
        try wire.write(request("tunables.subscribe", 1, #"{"keys":["a.c","d","e"],"match":["a.*","*c"]}"#))
        let text = wire.read { $0.contains("\n") }
        #expect(text.contains(#""values":{"a.c":2,"d":3,"a.b":1}"#), "\(text)")
    }

    @Test(arguments: ["tunables.subscribe", "tunables.getAll"])
    func `the number of patterns is limited`(method: String) throws {
        let client = try daemon.client()
        let patterns = Array(repeating: JSON.string("a*"), count: 1_025)
        let refusal = try client.refusal(of: method, ["match": .array(patterns)])
        #expect(refusal?.kind == "tooLarge")
        #expect(refusal?.data["limit"] == "patterns")
        try client.call(method, ["match": .array(Array(patterns.dropLast()))])
    }

    @Test func `unsubscribe ends a subscription and frees its name`() throws {
        let client = try daemon.client()
        let name = try #require(try client.call("tunables.subscribe")["subscription"])
        #expect(try client.call("server.info")["subscriptions"] == 1)
        #expect(try client.call("tunables.unsubscribe", ["subscription": name]) == true)
        #expect(try client.call("server.info")["subscriptions"] == 0)
        try client.call("tunables.set", ["key": "a", "value": 1])
        #expect(try client.nextNotification(within: .zero) == nil)
        let refusal = try client.refusal(of: "tunables.unsubscribe", ["subscription": name])
        #expect(refusal?.kind == "invalidParams")
    }

    @Test func `the number of subscriptions of a connection is limited`() throws {
        let daemon = try DaemonProcess("--max-subscriptions 3")
        let client = try daemon.client()
        for _ in 0..<3 { try client.call("tunables.subscribe", ["initial": false]) }
        #expect(try client.refusal(of: "tunables.subscribe")?.kind == "tooLarge")
        try client.call("tunables.unsubscribe", ["subscription": "t2"])
        #expect(try client.call("tunables.subscribe")["subscription"] == "t4")
    }

    @Test func `a client that shut down its writing side receives notifications until it closes`() throws {
        let wire = try daemon.wire()
        try wire.write(request("tunables.subscribe", 1, "{}"))
        _ = wire.read { $0.contains("\n") }
        try wire.shutdownWriting()
        let writer = try daemon.client()
        try writer.call("tunables.set", ["key": "a", "value": 1])
        #expect(wire.read { $0.contains("\n") }.contains("tunables.changed"))
        wire.close()
        #expect(try eventually { try writer.call("server.info")["subscriptions"] == 0 })
    }
}
