import LayerPayloads
import SyncEngine
import Testing

/// What of the status decides what happens after a restart: tunersync stores that before it continues.
struct DecisionTests {
    /// Returns an engine that has content, and another one with newer content.
    private static func change(_ configure: (inout SyncSource) -> Void) -> (before: SyncEngine, after: SyncEngine) {
        var played = PlayedEngine(PlayedEngine.configuration(configure))
        played.connect()
        played.finish("{\"values\":{\"a\":1}}", tag: "\"1\"")
        played.finishPut(.accepted(changed: true))
        let before = played.engine
        played.advance(by: .seconds(100))
        played.finish("{\"values\":{\"a\":2}}", tag: "\"2\"")
        played.finishPut(.accepted(changed: true))
        return (before, played.engine)
    }

    @Test(arguments: [nil, 60])
    func `newer content decides nothing, so it must not wait for the disk`(wait: Int64?) {
        let (before, after) = DecisionTests.change { $0.wait = wait }
        #expect(before.statuses != after.statuses)
        #expect(before.decisions == after.decisions)
    }

    @Test func `with a least interval, the time of the last fetch decides when the next one begins`() {
        let (before, after) = DecisionTests.change { $0.minInterval = .seconds(10) }
        #expect(before.decisions != after.decisions)
    }

    @Test func `each failure decides how long the next fetch must wait, and a success ends that`() {
        var played = PlayedEngine(PlayedEngine.configuration())
        played.finish("{\"values\":{\"a\":1}}")
        var decisions = [played.engine.decisions]
        for _ in 0..<2 {
            played.advance(by: .seconds(1_000))
            played.finish(.failed(.status(503, retryAfter: nil)))
            decisions.append(played.engine.decisions)
            #expect(decisions.last?.first?.next == played.engine.statuses.first?.next)
        }
        #expect(decisions[0] != decisions[1])
        #expect(decisions[1] != decisions[2])
        played.advance(by: .seconds(1_000))
        played.finish("{\"values\":{\"a\":1}}")
        #expect(played.engine.decisions == decisions[0])
    }
}
