import JSONCore
import SyncEngine
import SystemCore
import Testing

/// The decisions of people in the document of a layer.
struct RolloutDocumentTests {
    private static let text = #"""
        {"values": {"a": 2}, "version": "8",
         "rollout": {"id": "r", "bake": 60, "stages": [{"percent": 10, "over": 0}, {"percent": 50, "approve": true}, {}]}}
        """#
    private static let time = WallTime(seconds: 1_795_813_200)

    private static func begun() throws -> RolloutDocument {
        var document = try RolloutDocument(Array(text.utf8))
        try document.begin(at: time, (0..<100).map { ("host-\($0)", JSONObject()) })
        return document
    }

    @Test func `a rollout begins with a time and the number of machines`() throws {
        let document = try RolloutDocumentTests.begun()
        let rollout = try #require(document.rollout)
        #expect(rollout.started == .seconds(1_795_813_200))
        #expect(rollout.machines.reduce(0, +) == 100)
        #expect((3...20).contains(rollout.machines[0]), "about 10 % of 100, got \(rollout.machines)")
        #expect(document.version == "8")
        #expect(document.values == ["a": 2])
        #expect(try RolloutDocument(document.text) == document)
    }

    @Test func `a rollout without an id gets one`() throws {
        let text = #"{"values": {"a": 2}, "rollout": {"stages": [{}]}}"#
        #expect(try RolloutDocument(Array(text.utf8), id: "team-1").rollout?.id == "team-1")
    }

    @Test func `a file must not have the members of a rollout that has begun`() throws {
        let text = #"{"values": {}, "rollout": {"id": "r", "stages": [{}], "started": "2026-11-27T21:00:00Z"}}"#
        var document = try RolloutDocument(Array(text.utf8))
        #expect {
            try document.begin(at: RolloutDocumentTests.time, [])
        } throws: { error in
            "\(error)" == "rollout/started: only tunersync fleet writes this member; remove it from the file"
        }
    }

    @Test func `an approval opens the next stage that needs one`() throws {
        var document = try RolloutDocumentTests.begun()
        try document.approve(nil, at: RolloutDocumentTests.time, knowing: 1)
        #expect(document.rollout?.approval?.stage == 2)
        #expect(document.rollout?.approval?.forgiven == 1)
        #expect(document.rollout?.opening(of: 2, first: .zero) == .seconds(1_795_813_200))
        #expect(throws: RolloutDocument.Fault("no stage waits for an approval; to open a stage now, name its number")) {
            try document.approve(nil, at: RolloutDocumentTests.time, knowing: 0)
        }
        #expect(throws: RolloutDocument.Fault("the rollout has the stages 1 to 3, got 4")) {
            try document.approve(4, at: RolloutDocumentTests.time, knowing: 0)
        }
        #expect(throws: RolloutDocument.Fault("stage 2 is approved already")) {
            try document.approve(1, at: RolloutDocumentTests.time, knowing: 0)
        }
    }

    @Test func `a pause moves what follows`() throws {
        var document = try RolloutDocumentTests.begun()
        try document.pause(at: RolloutDocumentTests.time)
        #expect(document.rollout?.opening(of: 1, first: .zero) == nil)
        #expect(throws: RolloutDocument.Fault("the rollout is paused already")) {
            try document.pause(at: RolloutDocumentTests.time)
        }
        try document.resume(at: WallTime(seconds: RolloutDocumentTests.time.seconds + 100))
        #expect(document.rollout?.opening(of: 1, first: .zero) == .seconds(1_795_813_300))
        #expect(throws: RolloutDocument.Fault("the rollout is not paused")) {
            try document.resume(at: RolloutDocumentTests.time)
        }
    }

    @Test func `nothing follows an abort`() throws {
        var document = try RolloutDocumentTests.begun()
        try document.abort(at: RolloutDocumentTests.time)
        #expect(document.rollout?.isAborted == true)
        #expect(
            throws: RolloutDocument.Fault("the rollout r is aborted; to begin another one, use tunerctl fleet put FILE")
        ) {
            try document.pause(at: RolloutDocumentTests.time)
        }
    }

    @Test func `a document without a rollout has no decisions`() throws {
        var document = try RolloutDocument(Array(#"{"values": {}}"#.utf8))
        #expect(document.rollout == nil)
        #expect(throws: RolloutDocument.Fault("the layer has no rollout")) {
            try document.pause(at: RolloutDocumentTests.time)
        }
    }
}
