import ClientCore
import JSONCore
import SystemCore
import TestSupport
import Testing
import TunerAPI

@Suite struct LinkSubscriptionTests {
    private static func response(_ id: Int, _ name: String, _ revision: Int) -> String {
        let result = #"{"subscription":"\#(name)","epoch":"e","revision":\#(revision),"resumed":false}"#
        return TestSupport.response(id, result) + "\n"
    }

    private static func changed(_ name: String, through revision: Int) -> String {
        request(
            "tunables.changed",
            nil,
            #"{"subscription":"\#(name)","from":0,"to":\#(revision),"time":"","changes":[]}"#
        )
    }

    /// The methods of received requests, with their parameters.
    private static func requests(_ peer: TestPeer) throws -> [String] {
        try peer.lines().map { line in
            let json = try JSON.parse(Array(line.utf8).span)
            return "\(LinkedPeer.text(of: json["method"])) \(LinkedPeer.text(of: json["params"]))"
        }
    }

    @Test func `a subscription resumes on a new connection after its last notification`() throws {
        let daemon = try LinkedPeer()
        let subscription = LinkSubscription(SubscribeParameters())
        var revisions: [Int64] = []
        func subscribe() {
            subscription.subscribe(on: daemon.link) { response, _ in
                revisions.append((try? response.get().revision) ?? -1)
            }
            daemon.run()
        }
        var peer = try daemon.connect()
        subscribe()
        try peer.write(Self.response(2, "t1", 4))
        daemon.run()
        peer.close()
        daemon.run()
        subscription.endConnection()
        daemon.pass()
        peer = try daemon.connect()
        subscribe()
        let first = try Self.requests(peer)
        #expect(first == [#""tunables.subscribe" {"since":{"epoch":"e","revision":4},"initial":true}"#])
        try peer.write(Self.response(2, "t2", 6))
        daemon.run()
        #expect(revisions == [4, 6])
    }

    @Test func `a notification counts only for its own subscription`() throws {
        let daemon = try LinkedPeer()
        let subscription = LinkSubscription(SubscribeParameters())
        let peer = try daemon.connect()
        subscription.subscribe(on: daemon.link) { _, _ in }
        try peer.write(Self.response(2, "t1", 4) + Self.changed("t2", through: 5) + Self.changed("t1", through: 6))
        var own: [Bool] = []
        daemon.link.receive { event, text in
            guard case .notification(let method, let params) = event else { return }
            let changes = try? SubscribeParameters.changes(method, params, in: text)
            own.append(changes.map { subscription.handle($0) } ?? false)
            if ((try? SubscribeFlagsParameters.changes(method, params, in: text)) ?? nil) != nil { own.append(true) }
        }
        #expect(own == [false, true])
    }

    @Test func `a replaced subscription is ended, and so is one that was left before its response`() throws {
        let daemon = try LinkedPeer()
        let subscription = LinkSubscription(SubscribeFlagsParameters())
        let peer = try daemon.connect()
        for keys in [["a"], ["a", "b"]] {
            subscription.parameters.keys = keys
            subscription.subscribe(on: daemon.link) { _, _ in }
        }
        func respond(_ id: Int, _ name: String) throws {
            let text = #"{"subscription":"\#(name)","epoch":"e","revision":1,"flags":[]}"#
            try peer.write(TestSupport.response(id, text) + "\n")
            daemon.run()
        }
        daemon.run()
        #expect(try Self.requests(peer).count == 2)
        try respond(2, "f1")
        #expect(try Self.requests(peer).isEmpty)
        subscription.subscribe(on: daemon.link) { _, _ in }
        try respond(3, "f2")
        #expect(try Self.requests(peer).last == #""flags.unsubscribe" {"subscription":"f1"}"#)
        subscription.leave(on: daemon.link)
        daemon.run()
        #expect(try Self.requests(peer) == [#""flags.unsubscribe" {"subscription":"f2"}"#])
        try respond(4, "f3")
        #expect(try Self.requests(peer) == [#""flags.unsubscribe" {"subscription":"f3"}"#])
    }
}
