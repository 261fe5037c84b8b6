import JSONCore
import LayerPayloads
import SyncEngine
import Testing

/// Tests of requests: fetch now, and forget the last known good content.
struct ResetTests {
    /// Returns an engine whose layer has content that the daemon has accepted.
    private static func synced() -> PlayedEngine {
        var played = PlayedEngine(PlayedEngine.configuration())
        played.connect()
        played.finish(#"{"values":{"a":1}}"#, tag: "one")
        played.finishPut(.accepted(changed: true))
        return played
    }

    @Test func `a reset removes the layer, and fetches it without the validators`() {
        var played = ResetTests.synced()
        played.advance(by: .seconds(1))
        played.reset()
        #expect(played.removed == ["team"])
        #expect(played.engine.lastKnownGood.isEmpty)
        #expect(played.wait == .zero)
        played.advance(by: .zero)
        #expect(played.actions.first == .fetch(PlayedEngine.configuration().sources[0], Validators()))
        played.finish(#"{"values":{"a":1}}"#, tag: "one")
        #expect(played.put.count == 1, "the daemon no longer has the content")
        played.finishPut(.accepted(changed: true))
        #expect(played.activated == ["team"])
    }

    @Test func `if the fetch after a reset fails, the layer stays away`() {
        var played = ResetTests.synced()
        played.advance(by: .seconds(1))
        played.reset()
        played.advance(by: .zero)
        played.finish(.failed(.network("no route")))
        #expect(played.put.isEmpty)
        played.connect()
        #expect(played.put.isEmpty)
    }

    @Test func `a response to a put from before a reset means nothing`() {
        var played = PlayedEngine(PlayedEngine.configuration())
        played.connect()
        played.finish(#"{"values":{"a":1}}"#)
        #expect(played.put.count == 1)
        played.advance(by: .seconds(1))
        played.reset()
        played.advance(by: .zero)
        played.finish(#"{"values":{"a":2}}"#)
        #expect(played.put.isEmpty, "one put at a time")
        played.finishPut(.accepted(changed: true))
        #expect(played.kept.isEmpty)
        #expect(played.put.first?.members["values"] == ["a": 2])
        played.finishPut(.accepted(changed: true))
        #expect(played.kept.first?.payload.members["values"] == ["a": 2])
    }

    @Test func `a reset during a fetch fetches once more`() {
        var played = ResetTests.synced()
        played.advance(by: .seconds(70))
        #expect(played.fetched == ["team"])
        played.reset()
        played.finish(.notModified)
        #expect(played.put.isEmpty)
        #expect(played.wait == .seconds(1), "not before a second after the last fetch")
        played.advance(by: .seconds(1))
        #expect(played.actions.first == .fetch(PlayedEngine.configuration().sources[0], Validators()))
    }

    @Test func `a request during a fetch is another fetch`() {
        var played = ResetTests.synced()
        played.advance(by: .seconds(70))
        let isKnown = played.fetchNow("team")
        #expect(isKnown)
        played.finish(.notModified)
        played.advance(by: .seconds(1))
        #expect(played.fetched == ["team"])
        played.finish(.notModified)
        played.advance(by: .seconds(1))
        #expect(played.fetched.isEmpty)
    }

    @Test func `a person sees what happens for a source`() {
        var played = PlayedEngine(PlayedEngine.configuration { $0.url += "?token=secret" })
        #expect(played.engine.observations.first?.activity == .fetching)
        played.connect()
        played.finish(#"{"values":{"a":1},"version":"7"}"#)
        #expect(played.engine.observations.first?.activity == .storing)
        #expect(played.engine.observations.first?.version == nil)
        played.finishPut(.accepted(changed: true))
        let observation = played.engine.observations.first
        #expect(observation?.activity == .waiting)
        #expect(observation?.version == "7")
        #expect(observation?.shownAddress == "https://config.example/team.json")
    }
}
