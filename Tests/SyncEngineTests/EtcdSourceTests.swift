import JSONCore
import LayerPayloads
import SyncEngine
import Testing

/// How the engine treats a source whose changes etcd sends.
struct EtcdSourceTests {
    private static let content = FetchOutcome.content(Array(#"{"values":{"a":1}}"#.utf8), Validators())

    private static func engine() -> PlayedEngine {
        PlayedEngine(
            PlayedEngine.configuration { source in
                source.etcd = EtcdLocation(endpoints: ["http://one"], keys: .key("/k"))
                source.interval = .seconds(10)
            }
        )
    }

    @Test func `a source in etcd is not polled`() {
        var played = EtcdSourceTests.engine()
        #expect(played.actions == [])
        #expect(played.wait == nil)
        played.advance(by: .seconds(100_000))
        #expect(played.fetched == [])
        played.deliver(EtcdSourceTests.content)
        #expect(played.wait == nil)
    }

    @Test func `each delivery counts as a fetch`() throws {
        var played = EtcdSourceTests.engine()
        played.connect()
        played.deliver(EtcdSourceTests.content)
        #expect(played.put.count == 1)
        played.finishPut(.accepted(changed: true))
        #expect(played.activated == ["team"])
        played.deliver(EtcdSourceTests.content)
        played.finishPut(.accepted(changed: false))
        played.deliver(.failed(.network("the key /k does not exist")))
        #expect(played.reports == ["team could not be fetched: the key /k does not exist"])
        played.deliver(.failed(.network("the key /k does not exist")))
        #expect(played.reports == [], "a failure that lasts is reported once")
        played.deliver(.unusable("no JSON"))
        #expect(
            played.reports == ["team has a payload that is not usable: no JSON; the last known good content stays"]
        )
        let status = try #require(played.engine.statuses.first)
        #expect(status.url == "etcd:/k")
        #expect(status.fetches == 5)
        #expect(status.changes == 1)
        #expect(status.unchanged == 1)
        #expect(status.failed == 2)
        #expect(status.rejected == 1)
        #expect(status.failures == 0)
        #expect(status.next == nil)
        #expect(status.error == "no JSON")
    }

    @Test func `newer content waits for a put in progress`() {
        var played = EtcdSourceTests.engine()
        played.connect()
        for number in 1...3 { played.deliver(.content(Array("{\"values\":{\"a\":\(number)}}".utf8), Validators())) }
        #expect(played.put == [])
        played.finishPut(.accepted(changed: true))
        #expect(played.put.map { $0.members["values"] } == [["a": 3]])
    }

    @Test func `a person can ask for a fetch`() {
        var played = EtcdSourceTests.engine()
        played.deliver(EtcdSourceTests.content)
        _ = played.fetchNow(nil)
        #expect(played.wait == .seconds(1), "a second after the last one")
        played.advance(by: .seconds(1))
        #expect(played.fetched == ["team"])
        #expect(played.wait == nil)
        played.deliver(EtcdSourceTests.content)
        #expect(played.engine.statuses.first?.fetches == 2)
        played.advance(by: .seconds(100))
        #expect(played.fetched == [])
    }

    @Test func `only a source in etcd takes deliveries`() {
        var played = PlayedEngine(PlayedEngine.configuration())
        played.deliver(EtcdSourceTests.content)
        #expect(played.engine.statuses.first?.fetches == 1, "the fetch that has begun")
        #expect(played.put == [])
    }

    @Test func `a value of each length is decoded`() {
        for length in 0...70 {
            let value = String(repeating: "aé~\u{0}z?", count: length).prefix(length)
            var played = PlayedCluster([PlayedCluster.source()])
            played.respond(PlayedCluster.range("/k@5=\(value)", revision: 10))
            #expect(played.delivered == ["team \(value)"])
        }
    }

    @Test(arguments: ["YQ=", "YQ", "Y===", "Y!==", "YWI\\u0000", "====", "YQ==YQ=="])
    func `a value that is not base64 is a fault of the endpoint`(_ value: String) {
        var played = PlayedCluster([PlayedCluster.source()])
        let key = PlayedCluster.base64("/k")
        played.respond(
            "{\(PlayedCluster.header(10)),\"kvs\":[{\"key\":\"\(key)\",\"value\":\"\(value)\"}],\"count\":\"1\"}"
        )
        #expect(played.requests.map(\.url) == ["http://two/v3/kv/range"])
    }
}
