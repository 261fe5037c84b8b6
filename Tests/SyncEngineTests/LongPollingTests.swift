import LayerPayloads
import SyncEngine
import Testing

/// Sources whose origin responds as soon as the content changes.
struct LongPollingTests {
    private static func content(_ number: Int) -> FetchOutcome {
        .content(Array("{\"values\":{\"a\":\(number)}}".utf8), Validators(entityTag: "\"\(number)\""))
    }

    /// Returns an engine that has content of an origin, and whose next fetch is due.
    private static func settled(_ change: (inout SyncSource) -> Void = { _ in }) -> PlayedEngine {
        var played = PlayedEngine(
            PlayedEngine.configuration {
                $0.wait = 60
                change(&$0)
            }
        )
        played.connect()
        played.finish(content(1))
        played.finishPut(.accepted(changed: true))
        return played
    }

    /// Returns an engine whose fetch waits for a change.
    private static func watching(_ change: (inout SyncSource) -> Void = { _ in }) -> PlayedEngine {
        var played = settled(change)
        played.advance(by: .zero)
        return played
    }

    @Test func `the first fetch does not wait, and the next one begins at once and waits`() {
        var played = PlayedEngine(PlayedEngine.configuration { $0.wait = 60 })
        #expect(played.waits == [nil])
        #expect(played.activity == .fetching)
        played = LongPollingTests.settled()
        #expect(played.wait == .zero)
        played.advance(by: .zero)
        #expect(played.waits == [60])
        #expect(played.activity == .watching)
        #expect(played.engine.statuses.first?.latency == 0)
        played.advance(by: .seconds(60))
        played.finish(.notModified, hasWaited: true)
        #expect(played.activity == .storing, "the daemon counts the age of the layer from now on")
        played.finishPut(.accepted(changed: false))
        #expect(played.activity == .watching)
        #expect(played.wait == .zero)
        #expect(played.engine.statuses.first?.latency == 0, "a wait is no latency")
    }

    @Test func `a change is asked for again after a tenth of a second at the earliest`() {
        var played = LongPollingTests.watching()
        played.finish(LongPollingTests.content(2), hasWaited: true)
        #expect(played.put.count == 1)
        #expect(played.wait == .milliseconds(100))
        played.advance(by: .milliseconds(100))
        #expect(played.waits == [60])
        played.advance(by: .seconds(5))
        played.finish(LongPollingTests.content(3), hasWaited: true)
        #expect(played.wait == .zero)
    }

    /// Returns the number of fetches within a time, of an origin that responds at once.
    private static func fetches(within time: Duration, _ respond: (inout PlayedEngine, Int) -> Void) -> Int {
        var played = watching { $0.interval = .seconds(60) }
        let end = played.steady + time
        var count = 0
        while played.steady < end {
            count += 1
            respond(&played, count)
            played.finishPut(.accepted(changed: false))
            played.advance(by: played.wait ?? .zero)
        }
        return count
    }

    @Test func `an origin that ignores the preference gets a request each interval`() {
        let same = LongPollingTests.fetches(within: .seconds(3_600)) { played, _ in played.finish(.notModified) }
        #expect((55...66).contains(same), "\(same)")
        let changed = LongPollingTests.fetches(within: .seconds(3_600)) { played, count in
            played.finish(LongPollingTests.content(count))
        }
        #expect((55...66).contains(changed), "\(changed)")
    }

    @Test func `an origin that does not wait, although it says so, gets a request each second`() {
        let count = LongPollingTests.fetches(within: .seconds(60)) { played, _ in
            played.finish(.notModified, hasWaited: true)
        }
        #expect((59...61).contains(count), "\(count)")
    }

    @Test func `a failure waits with a back-off, and the fetch after it responds at once`() {
        var played = LongPollingTests.watching()
        played.finish(.failed(.network("the connection failed")))
        #expect(played.activity == .waiting)
        let wait = played.wait ?? .zero
        #expect((.seconds(1)...(.seconds(3))).contains(wait), "\(wait)")
        played.advance(by: wait)
        #expect(played.waits == [nil])
        played.finish(.notModified)
        #expect(played.wait == .zero)
        played.advance(by: .zero)
        #expect(played.waits == [60])
    }

    @Test func `a fetch that a person asks for replaces one that waits`() {
        var played = LongPollingTests.watching()
        let isFound = played.fetchNow(nil)
        #expect(isFound)
        #expect(played.wait == .seconds(1), "a second after the last fetch")
        played.advance(by: .seconds(1))
        #expect(played.waits == [nil])
        #expect(played.activity == .fetching)
        #expect(played.wait == nil)
        played.finish(LongPollingTests.content(2))
        #expect(played.put.count == 1)
        #expect(played.wait == .zero)
    }

    @Test func `a reset replaces a fetch that waits`() {
        var played = LongPollingTests.watching()
        played.advance(by: .seconds(5))
        played.reset()
        played.advance(by: .zero)
        #expect(played.actions.contains { if case .fetch(_, Validators()) = $0 { true } else { false } })
        #expect(played.waits == [nil])
    }

    @Test func `new members of a source replace a fetch that waits`() {
        var played = LongPollingTests.watching()
        played.advance(by: .seconds(5))
        var configuration = PlayedEngine.configuration()
        configuration.sources[0].timeout = .seconds(9)
        played.configure(configuration)
        #expect(played.waits == [nil])
    }

    @Test func `fetches that wait do not keep others from beginning`() {
        var configuration = SyncConfiguration()
        configuration.sources = (0..<20).map { number in
            var source = SyncSource(layer: "l\(number)", url: "http://h/\(number)")
            source.wait = 60
            return source
        }
        var played = PlayedEngine(configuration)
        var waiting: Set<String> = []
        for _ in 0..<20 {
            for case .fetch(let source, _) in played.actions {
                if source.wait == 60 { waiting.insert(source.layer) }
            }
            for number in 0..<20 where !waiting.contains("l\(number)") {
                _ = played.engine.finish("l\(number)", LongPollingTests.content(1), at: played.now)
            }
            played.advance(by: .zero)
        }
        #expect(waiting.count == 20)
    }

    @Test func `content that is not usable is fetched again after the interval`() {
        var played = LongPollingTests.watching()
        played.finish(.content(Array("{".utf8), Validators(entityTag: "\"2\"")), hasWaited: true)
        let wait = played.wait ?? .zero
        #expect((.seconds(57)...(.seconds(63))).contains(wait), "\(wait)")
        played.advance(by: wait)
        #expect(played.waits == [nil])
    }

    @Test func `a refusal of the daemon stays in the status while the origin has that content`() {
        var played = LongPollingTests.watching()
        played.finish(LongPollingTests.content(2), hasWaited: true)
        played.advance(by: .milliseconds(100))
        #expect(played.waits == [60])
        played.finishPut(.refused("no"))
        played.advance(by: .seconds(60))
        played.finish(.notModified, hasWaited: true)
        #expect(played.engine.statuses.first?.error == "no")
        #expect(played.put == [])
        let wait = played.wait ?? .zero
        #expect((.seconds(57)...(.seconds(63))).contains(wait), "\(wait)")
    }

    @Test func `a source in etcd has no time to wait`() {
        let text = #"{"sources":[{"layer":"a","etcd":{"endpoints":["http://h:1"],"key":"k"},"wait":5}]}"#
        #expect(
            LongPollingTests.faults(text) == [
                "c:1:79: sources/0/wait: etcd sends each change at once, so there is nothing to wait for"
            ]
        )
        let long = #"{"sources":[{"layer":"a","url":"http://h/","wait":301}]}"#
        #expect(
            LongPollingTests.faults(long) == [
                "c:1:51: sources/0/wait: must be a whole number from 1 to 300, got 301"
            ]
        )
    }

    private static func faults(_ text: String) -> [String] {
        do throws(ConfigurationFaults) {
            _ = try SyncConfiguration(Array(text.utf8).span)
            return []
        } catch {
            return error.faults.map { $0.text(of: "c") }
        }
    }
}

extension PlayedEngine {
    /// The times for which the last fetches wait for a change; nil for one that responds at once.
    fileprivate var waits: [Int64?] {
        actions.compactMap { action -> Int64?? in
            if case .fetch(let source, _) = action { .some(source.wait) } else { nil }
        }
    }

    fileprivate var activity: SourceObservation.Activity? { engine.observations.first?.activity }
}
