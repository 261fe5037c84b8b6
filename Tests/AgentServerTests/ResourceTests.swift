import AgentServer
import JSONCore
import Testing

@Suite struct ResourceTests {
    private static let uri = "tuner://key/ui.scale"

    private func updates(_ conversation: Conversation) -> [JSON] {
        conversation.messages().filter { $0["method"] == "notifications/resources/updated" }.compactMap { $0["params"] }
    }

    @Test func `a key is listed and read under its address`() throws {
        let conversation = Conversation()
        conversation.daemon.results = [
            "tunables.list": [
                "more": true,
                "tunables": [["key": "ui.scale", "origin": "none", "spec": ["description": "how large"]]],
            ],
            "tunables.describe": ["key": "ui.scale", "value": 7],
        ]
        let list = try conversation.request("resources/list", ["cursor": "ui"])["result"]
        #expect(list?["nextCursor"] == "ui.scale")
        #expect(
            list?["resources"] == [
                [
                    "uri": .string(Self.uri), "name": "ui.scale", "mimeType": "application/json",
                    "description": "how large",
                ]
            ]
        )
        #expect(conversation.daemon.calls.last?.params == ["limit": 100, "after": "ui"])
        let read = try conversation.request("resources/read", ["uri": .string(Self.uri)])["result"]
        #expect(conversation.daemon.calls.last?.params == ["key": "ui.scale"])
        guard case .array(let contents)? = read?["contents"] else { return #expect(Bool(false)) }
        #expect(contents.first?["text"] == .string(#"{"key":"ui.scale","value":7}"#))
    }

    @Test(arguments: ["tuner://key/", "tuner://key/%", "tuner://key/%4", "tuner://key/%ff", "file:///etc/passwd", ""])
    func `other addresses are no resources`(uri: String) throws {
        let conversation = Conversation()
        let error = try conversation.request("resources/read", ["uri": .string(uri)])["error"]
        #expect(error?["code"] == -32_602 && error?["data"] == ["uri": .string(uri)])
        #expect(conversation.daemon.calls.isEmpty)
    }

    @Test func `resources/subscribe reports changes until unsubscribe`() throws {
        let conversation = Conversation()
        try conversation.sendPlainly("initialize")
        try conversation.sendPlainly("resources/subscribe", ["uri": .string(Self.uri)])
        try conversation.sendPlainly("resources/subscribe", ["uri": "tuner://key/a"])
        #expect(conversation.daemon.watchedKeys == ["a", "ui.scale"])
        _ = conversation.messages()
        conversation.daemon.whenChanged(["ui.scale", "b"])
        #expect(updates(conversation) == [["uri": .string(Self.uri)]])
        try conversation.sendPlainly("resources/unsubscribe", ["uri": .string(Self.uri)])
        #expect(conversation.daemon.watchedKeys == ["a"])
    }

    @Test func `the response to resources/subscribe comes when the daemon has the subscription`() throws {
        let conversation = Conversation()
        try conversation.sendPlainly("initialize")
        _ = conversation.messages()
        conversation.daemon.isConnecting = true
        let id = try conversation.sendPlainly("resources/subscribe", ["uri": "tuner://key/a"])
        #expect(conversation.messages().isEmpty && conversation.daemon.watchedKeys == ["a"])
        conversation.daemon.isConnecting = false
        conversation.daemon.release()
        #expect(conversation.messages() == [["jsonrpc": "2.0", "id": id, "result": [:]]])
        conversation.daemon.absence = .unavailable("no daemon")
        try conversation.sendPlainly("resources/subscribe", ["uri": "tuner://key/b"])
        #expect(conversation.messages().first?["error"]?["message"] == "no daemon")
        #expect(conversation.daemon.watchedKeys == ["a"])
    }

    @Test(arguments: [
        "tuner://key/a b", "tuner://key/ui.*", "tuner://key/a%20b", "tuner://key/%C3%B6",
        "tuner://key/\(String(repeating: "a", count: 300))", "tuner://key/", "other",
    ])
    func `a subscription to an address that no key can have is refused`(uri: String) throws {
        let conversation = Conversation()
        try conversation.sendPlainly("initialize")
        _ = conversation.messages()
        try conversation.sendPlainly("resources/subscribe", ["uri": .string(uri)])
        #expect(conversation.messages().first?["error"]?["code"] == -32_602)
        #expect(conversation.daemon.watchedKeys.isEmpty)
    }

    @Test(arguments: [1, "", "a b", "ui.*"] as [JSON])
    func `a cursor that no page has is refused`(cursor: JSON) throws {
        let conversation = Conversation()
        #expect(try conversation.request("resources/list", ["cursor": cursor])["error"]?["code"] == -32_602)
        #expect(conversation.daemon.calls.isEmpty)
    }

    @Test func `subscriptions/listen acknowledges first, and reports changes until it is cancelled`() throws {
        let conversation = Conversation()
        let wanted: JSON = ["resourceSubscriptions": ["tuner://key/a", "tuner://other"], "toolsListChanged": true]
        let id = try conversation.send("subscriptions/listen", ["notifications": wanted])
        let meta: JSON = ["io.modelcontextprotocol/subscriptionId": id]
        let acknowledged = conversation.messages()
        #expect(acknowledged.map { $0["method"] } == ["notifications/subscriptions/acknowledged"])
        #expect(
            acknowledged.first?["params"]
                == ["notifications": ["resourceSubscriptions": ["tuner://key/a"]], "_meta": meta]
        )
        #expect(conversation.session.isIdle)
        conversation.daemon.whenChanged(["a"])
        #expect(updates(conversation) == [["uri": "tuner://key/a", "_meta": meta]])
        _ = conversation.receive(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        #expect(conversation.daemon.watchedKeys.isEmpty)
        let second = try conversation.send("subscriptions/listen", ["notifications": wanted])
        _ = conversation.messages()
        conversation.session.endInput()
        let response = conversation.messages()
        #expect(response.map { $0["id"] } == [second])
        let ended = response.first?["result"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"]
        #expect(ended == second)
        conversation.daemon.whenChanged(["a"])
        #expect(conversation.messages().isEmpty)
    }
}
