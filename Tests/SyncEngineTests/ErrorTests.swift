import SyncEngine
import Testing

/// Tests of the error in the status of a source.
struct ErrorTests {
    @Test func `a response without new content ends the error of a failed fetch`() {
        var played = PlayedEngine(PlayedEngine.configuration())
        played.connect()
        played.finish(#"{"values":{"a":1}}"#, tag: "one")
        played.finishPut(.accepted(changed: true))
        played.advance(by: .seconds(3_600))
        played.finish(.failed(.network("no route")))
        #expect(played.engine.statuses.first?.error != nil)
        played.advance(by: .seconds(3_600))
        played.finish(.notModified)
        played.finishPut(.accepted(changed: false))
        #expect(played.engine.statuses.first?.error == nil)
    }

    @Test func `a person sees why the daemon cannot store the content`() {
        var played = PlayedEngine(PlayedEngine.configuration())
        played.connect()
        played.finish(#"{"values":{"a":1}}"#)
        played.finishPut(.postponed("the disk is full"))
        #expect(played.engine.observations.first?.activity == .storing)
        #expect(played.engine.observations.first?.error == "the disk is full")
        played.advance(by: .seconds(2))
        played.finishPut(.accepted(changed: true))
        #expect(played.engine.observations.first?.activity == .waiting)
        #expect(played.engine.observations.first?.error == nil)
    }

    @Test func `each fetch counts as one outcome, also if the daemon had the content already`() {
        var played = PlayedEngine(PlayedEngine.configuration())
        played.connect(layers: ["team"])
        played.finish(#"{"values":{"a":1}}"#)
        played.finishPut(.accepted(changed: false))
        played.advance(by: .seconds(3_600))
        played.finish(#"{"values":{"a":1}}"#)
        played.finishPut(.accepted(changed: false))
        #expect(played.engine.statuses.first?.fetches == 2)
        #expect(played.engine.statuses.first?.unchanged == 2)
    }

    @Test func `the end of a fetch from an earlier URL means nothing`() {
        var played = PlayedEngine(PlayedEngine.configuration())
        played.connect()
        let old = PlayedEngine.configuration().sources[0]
        played.configure(PlayedEngine.configuration { $0.url = "https://config.example/new.json" })
        #expect(played.fetched == ["team"])
        let content = FetchOutcome.content(Array(#"{"values":{"a":1}}"#.utf8), Validators())
        #expect(played.finish(content, of: old).isEmpty)
        let new = played.engine.sourcesInUse[0]
        #expect(!played.finish(content, of: new).isEmpty)
    }
}
