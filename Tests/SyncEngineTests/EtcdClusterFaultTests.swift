import JSONCore
import LayerPayloads
import SyncEngine
import Testing

/// The rules for a stream, an endpoint or a token that fails.
struct EtcdClusterFaultTests {
    @Test func `after a cut, only a check is made if nothing has changed`() {
        var played = PlayedCluster.watching([PlayedCluster.source()], "/k@5=1")
        played.endStream()
        #expect(played.requests.map(\.url) == ["http://two/v3/kv/range"], "at once, at the next endpoint")
        #expect(String(decoding: played.requests[0].body, as: UTF8.self).contains(#""sort_target":"MOD""#))
        played.respond(PlayedCluster.range("/k@5=1", revision: 40))
        #expect(played.delivered == [])
        #expect(played.stream?.url == "http://two/v3/watch")
        #expect(played.starts == ["41"])
    }

    @Test func `after a cut, a load delivers only what has changed`() {
        let sources = [PlayedCluster.source("a", .prefix("/a/")), PlayedCluster.source("b", .prefix("/b/"))]
        var played = PlayedCluster(sources)
        played.respond(PlayedCluster.range("/a/x@5=1", revision: 10))
        played.respond(PlayedCluster.range("/b/x@6=1", revision: 10))
        played.endStream()
        // A put of the same value, and another value.
        played.respond(PlayedCluster.range("/a/x@11=1", revision: 12))
        played.respond(PlayedCluster.range("/b/x@12=2", revision: 12))
        #expect(played.requests.count == 2)
        played.respond(PlayedCluster.range("/a/x@11=1", revision: 12))
        #expect(played.delivered == [])
        played.respond(PlayedCluster.range("/b/x@12=2", revision: 12))
        #expect(played.delivered == [#"b {"values":{"x":2}}"#])
        #expect(played.starts == ["13", "13"])
    }

    @Test(
        arguments: [
            ("/k@5=1", 40, "9", "another cluster"), ("/k@5=1", 8, "7", "an older revision"),
            ("/k@6=1", 40, "7", "another change"), ("/k@5=3", 40, "7", "another value with the same revision"),
            ("", 40, "7", "a deleted key"),
        ]
    ) func `after a cut, a doubt loads everything again`(
        _ found: String,
        _ revision: Int,
        _ cluster: String,
        _ why: String
    ) {
        var played = PlayedCluster.watching([PlayedCluster.source()], "/k@5=1")
        played.endStream()
        played.respond(PlayedCluster.range(found, revision: revision, cluster: cluster))
        #expect(played.stream == nil, "\(why)")
        #expect(played.requests.count == 1)
        #expect(!String(decoding: played.requests[0].body, as: UTF8.self).contains("sort_target"))
        played.respond(PlayedCluster.range("/k@7=9", revision: revision, cluster: cluster))
        #expect(played.delivered == ["team 9"])
        #expect(played.starts == ["\(revision + 1)"])
    }

    @Test func `the first failure is silent, and later ones wait`() {
        var played = PlayedCluster.watching([PlayedCluster.source()], "/k@5=1")
        played.endStream()
        #expect(played.delivered == [])
        played.reply(.failed("refused"))
        #expect(played.delivered == ["team has failed: refused"])
        #expect(played.requests == [])
        var waits: [Duration] = []
        for _ in 0..<8 {
            let start = played.now
            played.advanceToDeadline()
            waits.append(played.now - start)
            #expect(played.requests.count == 1)
            played.reply(.failed("refused again"))
            #expect(played.delivered == ["team has failed: refused"], "an outage is reported once")
        }
        #expect((.seconds(1)...(.seconds(3))).contains(waits[0]))
        #expect((.seconds(8)...(.seconds(24))).contains(waits[7]), "an endpoint that is back is soon used")
        played.advanceToDeadline()
        played.respond(PlayedCluster.range("/k@5=1", revision: 40))
        #expect(played.delivered == ["team 1"], "the layer is in order again")
    }

    @Test func `a check without a response moves to the next endpoint`() {
        var played = PlayedCluster.watching([PlayedCluster.source()], "/k@5=1")
        played.advanceToDeadline()
        played.reply(.failed("there was no response in time"))
        #expect(played.actions.first == .close)
        #expect(played.requests.map(\.url) == ["http://two/v3/kv/range"])
    }

    @Test func `a stream that does not deliver a change is dead after two seconds`() {
        var played = PlayedCluster.watching([PlayedCluster.source()], "/k@5=1")
        played.advanceToDeadline()
        played.respond(PlayedCluster.range("/k@20", revision: 20))
        #expect(played.stream != nil)
        let start = played.now
        played.advanceToDeadline()
        #expect(played.now - start == .seconds(2))
        played.respond(PlayedCluster.range("/k@20", revision: 20))
        #expect(played.stream == nil)
        played.respond(PlayedCluster.range("/k@20=2", revision: 20))
        played.respond(PlayedCluster.range("/k@20=2", revision: 20))
        #expect(played.delivered == ["team 2"])
    }

    @Test func `a stream that is later than a busy key is not dead`() {
        var played = PlayedCluster.watching([PlayedCluster.source()], "/k@5=1")
        for revision in 20..<60 {
            played.advanceToDeadline()
            played.respond(PlayedCluster.range("/k@\(revision)", revision: revision))
            played.receive(PlayedCluster.changes("/k@\(revision - 1)=\(revision)", revision: revision))
            #expect(played.delivered == ["team \(revision)"])
        }
        #expect(played.stream != nil)
        played.receive(PlayedCluster.changes("/k@59=7", revision: 59))
        played.advanceToDeadline()
        played.respond(PlayedCluster.range("/k@59", revision: 60))
        played.advanceToDeadline()
        #expect(played.requests.count == 1, "the next check is a usual one")
    }

    @Test func `a revision that goes back during a stream loads everything again`() {
        var played = PlayedCluster.watching([PlayedCluster.source()], "/k@5=1")
        played.advanceToDeadline()
        played.respond(PlayedCluster.range("/k@5", revision: 6))
        #expect(played.stream == nil)
        played.respond(PlayedCluster.range("/k@5=1", revision: 6))
        played.respond(PlayedCluster.range("/k@5=0", revision: 6))
        #expect(played.delivered == ["team 0"])
        #expect(played.starts == ["7"])
    }

    @Test func `a response that was overtaken by the stream is no restore`() {
        var played = PlayedCluster.watching([PlayedCluster.source()], "/k@5=1")
        played.advanceToDeadline()
        played.receive(PlayedCluster.changes("/k@12=2", revision: 12))
        played.respond(PlayedCluster.range("/k@5", revision: 11))
        #expect(played.stream != nil)
    }

    @Test func `a compacted watch loads its source, and checks the others`() {
        let sources = [PlayedCluster.source("a", .key("/a")), PlayedCluster.source("b", .key("/b"))]
        var played = PlayedCluster(sources)
        played.respond(PlayedCluster.range("/a@5=1", revision: 10))
        played.respond(PlayedCluster.range("/b@5=1", revision: 10))
        played.receive(PlayedCluster.created(0, revision: 90) + PlayedCluster.created(1, revision: 90))
        played.receive(
            #"{"result":{"header":{"cluster_id":"7"},"watch_id":"1","canceled":true,"compact_revision":"80"}}"# + "\n"
        )
        let bodies = played.requests.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies.map { $0.contains("sort_target") } == [true, false])
        #expect(played.requests.map(\.url) == ["http://one/v3/kv/range", "http://one/v3/kv/range"])
        played.respond(PlayedCluster.range("/a@5=1", revision: 90))
        played.respond(PlayedCluster.range("/b@70=2", revision: 91))
        #expect(played.delivered == ["b 2"])
        #expect(played.starts == ["91", "92"])
    }

    @Test(
        arguments: [
            #"{"error":{"grpc_code":14,"http_code":503,"message":"etcdserver: no leader"}}"#,
            #"{"result":{"header":{"cluster_id":"7"},"canceled":true,"cancel_reason":"etcdserver: request timed out"}}"#,
            #"{"error":{"grpc_code":4,"message":"context deadline exceeded"}}"#,
            #"{"error":{"grpc_code":8,"message":"etcdserver: mvcc: database space exceeded"}}"#, "[]", "{",
        ]
    ) func `a fault in the stream moves to the next endpoint`(_ message: String) {
        var played = PlayedCluster.watching([PlayedCluster.source()], "/k@5=1")
        played.receive("\(message)\n")
        #expect(played.requests.map(\.url) == ["http://two/v3/kv/range"])
        #expect(played.requests.first?.token == nil)
    }

    @Test func `a fault at the end of the stream needs no line end`() {
        var played = PlayedCluster([PlayedCluster.source(user: "u")])
        played.respond(#"{"token":"first"}"#)
        played.respond(PlayedCluster.range("/k@5=1", revision: 10))
        played.receive(#"{"error":{"grpc_code":16,"message":"etcdserver: invalid auth token"}}"#)
        played.endStream(.response(status: 200, body: []))
        #expect(played.requests.map(\.url) == ["http://one/v3/auth/authenticate"])
    }

    @Test(
        arguments: [
            (#"{"error":"etcdserver: invalid auth token","code":16}"#, 401), ("no JSON", 401),
            (#"{"error":"etcdserver: revision of auth store is old","code":3}"#, 400),
        ]
    ) func `an expired token is renewed at once, then with waits`(_ body: String, _ status: Int) {
        var played = PlayedCluster([PlayedCluster.source(user: "u")])
        played.respond(#"{"token":"first"}"#)
        #expect(played.requests.first?.token == "first")
        played.respond(PlayedCluster.range("/k@5=1", revision: 10))
        #expect(played.stream?.token == "first")
        played.receive(PlayedCluster.created(0, revision: 10))
        played.advanceToDeadline()
        played.respond(body, status: status)
        #expect(played.requests.map(\.url) == ["http://one/v3/auth/authenticate"])
        #expect(played.delivered == [])
        played.respond(#"{"token":"second"}"#)
        #expect(played.requests.first?.token == "second")
        played.respond(body, status: status)
        #expect(played.requests == [], "a token that never works is not renewed at once")
        #expect(played.delivered.count == 1)
    }

    @Test(
        arguments: [
            "rpc error: code = PermissionDenied desc = etcdserver: permission denied",
            "rpc error: code = Unauthenticated desc = etcdserver: invalid auth token",
        ]
    ) func `a watch that is refused renews the token`(_ reason: String) {
        var played = PlayedCluster([PlayedCluster.source(user: "u")])
        played.respond(#"{"token":"first"}"#)
        played.respond(PlayedCluster.range("/k@5=1", revision: 10))
        let header = PlayedCluster.header(10)
        played.receive(
            "{\"result\":{\(header),\"watch_id\":\"-1\",\"created\":true,\"canceled\":true,\"cancel_reason\":\"\(reason)\"}}\n"
        )
        #expect(played.requests.map(\.url) == ["http://one/v3/auth/authenticate"])
        #expect(played.delivered == [])
    }

    @Test func `a wrong password is reported once, and a new one ends the wait`() {
        var played = PlayedCluster([PlayedCluster.source(user: "u")])
        guard case .authenticate(_, "u", .file("/secret"))? = played.actions.first else {
            Issue.record("no authentication")
            return
        }
        let refusal = #"{"error":"etcdserver: authentication failed, invalid user ID or password","code":3}"#
        played.respond(refusal, status: 400)
        #expect(played.delivered.count == 1)
        #expect(played.cluster.waitsForPassword)
        #expect(played.requests == [])
        played.record(played.cluster.passwordChanged(at: played.now))
        #expect(played.requests.count == 1)
        played.respond(#"{"token":"t"}"#)
        played.respond(PlayedCluster.range("/k@5=1", revision: 10))
        #expect(played.delivered == ["team 1"])
        #expect(!played.cluster.waitsForPassword)
    }

    @Test func `a stream whose watches are not created in time has failed`() {
        var played = PlayedCluster([PlayedCluster.source()])
        played.respond(PlayedCluster.range("/k@5=1", revision: 10))
        let start = played.now
        played.advanceToDeadline()
        #expect(played.now - start == .seconds(2))
        #expect(played.stream == nil)
        #expect(played.requests.map(\.url) == ["http://two/v3/kv/range"])
    }

    @Test func `a message without an end does not fill the memory`() {
        var source = PlayedCluster.source()
        source.mostBytes = 10
        var played = PlayedCluster.watching([source], "/k@5=1")
        let piece = String(repeating: "x", count: 1 << 18)
        for _ in 0..<5 where played.stream != nil { played.receive(piece) }
        #expect(played.stream == nil)
    }

    @Test func `a configuration with the same watches keeps the stream`() {
        var played = PlayedCluster.watching([PlayedCluster.source()], "/k@5=1")
        let stream = played.stream
        var source = PlayedCluster.source()
        source.format = .flat
        source.interval = .seconds(5)
        played.record(played.cluster.configure([source], at: played.now))
        #expect(played.delivered == ["team 1"], "the format may make another layer of it")
        #expect(played.stream == stream)
        played.record(played.cluster.configure([source, PlayedCluster.source("b", .key("/b"))], at: played.now))
        #expect(played.stream == nil)
        played.respond(PlayedCluster.range("/k@5=1", revision: 20))
        played.respond(PlayedCluster.range("/b@6=1", revision: 20))
        #expect(played.delivered == ["b 1"])
        #expect(played.starts == ["21", "21"])
    }
}
