import JSONCore
import SyncEngine
import Testing

/// The rules for a quiet and for a changing stream.
struct EtcdClusterTests {
    @Test func `a source is loaded, then watched from the next revision`() {
        var played = PlayedCluster([PlayedCluster.source()])
        #expect(played.requests.map(\.url) == ["http://one/v3/kv/range"])
        #expect(played.stream == nil, "the stream is opened after the content was loaded")
        played.respond(PlayedCluster.range("/k@5=1", revision: 10))
        #expect(played.delivered == ["team 1"])
        #expect(played.stream?.url == "http://one/v3/watch")
        #expect(played.starts == ["11"])
        played.receive(PlayedCluster.created(0, revision: 10))
        #expect(played.delivered == [])
        played.receive(PlayedCluster.changes("/k@11=2", revision: 11))
        #expect(played.delivered == ["team 2"])
    }

    @Test func `all sources have one stream`() {
        var played = PlayedCluster([PlayedCluster.source("a", .key("/a")), PlayedCluster.source("b", .prefix("/b/"))])
        played.respond(PlayedCluster.range("/a@5=1", revision: 10))
        #expect(played.stream == nil)
        played.respond(PlayedCluster.range("/b/x/y@7=true", revision: 12))
        #expect(played.delivered == [#"b {"values":{"x.y":true}}"#])
        #expect(played.starts == ["11", "13"], "each source starts after what was loaded of it")
        #expect(played.creations.map { $0["key"] } == ["L2E=", "L2Iv"])
        #expect(played.creations.map { $0["range_end"] } == [nil, "L2Iw"])
        played.receive(PlayedCluster.created(0, revision: 12) + PlayedCluster.created(1, revision: 12))
        played.receive(PlayedCluster.changes("/b/z@13=3 /b/x/y@13", revision: 13, watch: 1))
        #expect(played.delivered == [#"b {"values":{"z":3}}"#], "a revision is applied as a whole")
    }

    @Test func `the gateway cannot drop a message that creates a watch`() throws {
        let one = PlayedCluster.watching([PlayedCluster.source("a", .key("/a"))], "/a@5=1")
        #expect(try #require(one.stream).body.count < 512)
        let two = PlayedCluster.watching((0..<2).map { PlayedCluster.source("\($0)", .key("/a")) }, "/a@5=1")
        let body = try #require(two.stream).body
        let lines = body.split(separator: UInt8(ascii: "\n"))
        let rest = lines.dropFirst(2)
        #expect(rest.reduce(0) { $0 + $1.count + 1 } == 256 << 10)
        #expect(rest.allSatisfy { (try? JSON.parse(Array($0).span)) == .object([:]) })
    }

    @Test func `a message can be cut at each byte`() {
        let text =
            PlayedCluster.created(0, revision: 10) + PlayedCluster.changes("/k@11=2", revision: 11)
            + PlayedCluster.changes("/k@12=3", revision: 12)
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var played = PlayedCluster([PlayedCluster.source()])
            played.respond(PlayedCluster.range("/k@5=1", revision: 10))
            var delivered: [String] = []
            for piece in [bytes[..<cut], bytes[cut...]] {
                played.record(
                    played.cluster.receive(Array(piece), ofStream: played.stream?.number ?? 0, at: played.now)
                )
                delivered += played.delivered
            }
            #expect(delivered.last == "team 3")
            #expect(delivered.count <= 2)
        }
    }

    @Test func `changes in one piece are delivered once`() {
        var played = PlayedCluster.watching([PlayedCluster.source()], "/k@5=1")
        played.receive(PlayedCluster.changes("/k@11=2", revision: 11) + PlayedCluster.changes("/k@12=3", revision: 12))
        #expect(played.delivered == ["team 3"])
    }

    @Test func `a change is not applied twice or out of order`() {
        var played = PlayedCluster.watching([PlayedCluster.source()], "/k@5=1")
        played.receive(PlayedCluster.changes("/k@12=3", revision: 12))
        played.receive(PlayedCluster.changes("/k@11=2", revision: 12))
        #expect(played.delivered == [])
    }

    @Test func `a quiet stream makes no request but checks`() {
        var played = PlayedCluster.watching([PlayedCluster.source()], "/k@5=1")
        let stream = played.stream
        for _ in 0..<100 {
            played.advanceToDeadline()
            #expect(played.requests.count == 1)
            #expect(String(decoding: played.requests[0].body, as: UTF8.self).contains(#""keys_only":true"#))
            played.respond(PlayedCluster.range("/k@5", revision: 10_000))
        }
        #expect(played.stream == stream)
        #expect(played.now - .seconds(1_000) > .seconds(900), "a check each 10 seconds")
    }

    @Test func `a revision that a check has seen never moves the start of a watch`() {
        var played = PlayedCluster.watching([PlayedCluster.source()], "/k@5=1")
        played.advanceToDeadline()
        played.respond(PlayedCluster.range("/k@5", revision: 500))
        // The stream is cut before it has delivered the change of revision 20.
        played.endStream()
        played.respond(PlayedCluster.range("/k@20=2", revision: 510))
        #expect(played.stream == nil, "the check before the stream finds the change")
        played.respond(PlayedCluster.range("/k@20=2", revision: 510))
        #expect(played.delivered == ["team 2"])
        #expect(played.starts == ["511"])
    }

    @Test func `progress moves the start of its own watch only`() {
        var played = PlayedCluster.watching(
            [PlayedCluster.source("a", .key("/k")), PlayedCluster.source("b", .key("/k"))],
            "/k@5=1"
        )
        played.receive(PlayedCluster.changes("", revision: 300, watch: 1))
        // A source that can be read no longer opens the stream again without a check.
        played.record(played.cluster.load("b", at: played.now))
        played.respond(#"{"error":"etcdserver: permission denied","code":7}"#, status: 403)
        #expect(played.delivered == ["b has failed: etcd refuses to read /k: etcdserver: permission denied"])
        #expect(played.starts == ["11"])
        var other = PlayedCluster.watching(
            [PlayedCluster.source("a", .key("/k")), PlayedCluster.source("b", .key("/k"))],
            "/k@5=1"
        )
        other.receive(PlayedCluster.changes("", revision: 300, watch: 1))
        other.record(other.cluster.load("a", at: other.now))
        other.respond(#"{"error":"etcdserver: permission denied","code":7}"#, status: 403)
        #expect(other.starts == ["301"])
    }

    @Test func `a deleted key leaves the layer, and is a failure`() {
        var played = PlayedCluster.watching([PlayedCluster.source()], "/k@5=1")
        played.receive(PlayedCluster.changes("/k@11", revision: 11))
        #expect(played.delivered == ["team has failed: the key /k does not exist"])
        played.receive(PlayedCluster.changes("/k@12=4", revision: 12))
        #expect(played.delivered == ["team 4"])
    }

    @Test(
        arguments: [
            ("", "team has failed: there is no key below /t/"),
            ("/t/a@3={", "team is unusable: the value of the key /t/a is not JSON: "),
            ("/t/a@3=1},", "team is unusable: the value of the key /t/a is not JSON: "),
            ("/t/a/b@3=1 /t/a.b@4=2", "team is unusable: the keys /t/a.b and /t/a/b are both the tunable a.b"),
            ("/t/@3=1", "team is unusable: the key /t/ is not the name of a tunable"),
            (#"/t/b@4=[1] /t/a"@3="x""#, #"team {"values":{"a\"":"x","b":[1]}}"#),
        ]
    ) func `a prefix is an object of values`(_ items: String, _ expected: String) {
        var played = PlayedCluster([PlayedCluster.source("team", .prefix("/t/"))])
        played.respond(PlayedCluster.range(items, revision: 10))
        #expect(played.delivered.count == 1)
        #expect(played.delivered.first?.hasPrefix(expected) == true, "\(played.delivered)")
        #expect(played.starts == ["11"], "a payload that is not usable is watched, too")
    }

    @Test func `a payload that is too long is refused, and harms no other source`() {
        var long = PlayedCluster.source("long", .key("/long"))
        long.mostBytes = 3
        var played = PlayedCluster([long, PlayedCluster.source()])
        played.respond(PlayedCluster.range("/long@5=12345", revision: 10))
        #expect(played.delivered == ["long is unusable: the payload has more than 3 bytes"])
        played.respond(PlayedCluster.range("/k@5=1", revision: 10))
        #expect(played.starts == ["11", "11"])
        played.endStream()
        played.reply(.tooLong(most: 10))
        #expect(played.delivered == ["long is unusable: the response of etcd has more than 10 bytes"])
        played.respond(PlayedCluster.range("/k@5=1", revision: 11))
        #expect(played.starts == ["12"], "the other source is watched")
    }

    @Test func `a layer that does not change is delivered again each minute`() {
        var played = PlayedCluster.watching([PlayedCluster.source()], "/k@5=1")
        var deliveries = 0
        for _ in 0..<62 {
            played.advanceToDeadline()
            played.respond(PlayedCluster.range("/k@5", revision: 10))
            deliveries += played.delivered.count
        }
        #expect((8...10).contains(deliveries), "\(deliveries) in 620 seconds")
    }

    @Test func `a request of a person loads and delivers again`() {
        var played = PlayedCluster.watching([PlayedCluster.source()], "/k@5=1")
        let stream = played.stream
        played.record(played.cluster.load(nil, at: played.now))
        // The stream is ahead of the response, which is older.
        played.receive(PlayedCluster.changes("/k@12=3", revision: 12))
        played.respond(PlayedCluster.range("/k@11=2", revision: 11))
        #expect(played.delivered == [])
        played.record(played.cluster.load("team", at: played.now))
        played.respond(PlayedCluster.range("/k@13=4", revision: 13))
        #expect(played.delivered == ["team 4"])
        played.receive(PlayedCluster.changes("/k@13=4", revision: 13))
        #expect(played.delivered == [], "the stream delivers what is known")
        #expect(played.stream == stream)
    }
}
