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
}
