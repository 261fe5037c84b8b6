import JSONCore
import StateCore
import Testing
import TunableEngine

/// Tests of keys that name a member of a tunable's value.
@Suite struct MemberTests {
    private static let wind = """
        {"type": "object", "default": {"x": 1, "y": 2, "gust": {"max": 9}},
         "properties": {"x": {"type": "number", "minimum": 0, "maximum": 40, "step": 0.5}, "y": {"type": "number"},
         "note": {"type": "string"}, "on": {"type": "boolean"},
         "gust": {"type": "object", "properties": {"max": {"type": "integer"}}, "required": ["max"]}},
         "required": ["x", "y"]}
        """

    private static func stage() throws -> Stage { try Stage(after: .declare("game.wind", wind)) }

    private static func options(_ change: (inout WriteOptions) -> Void) -> WriteOptions {
        var options = WriteOptions()
        change(&options)
        return options
    }

    @Test func `a write to a member changes only that member, and returns its values`() throws {
        var stage = try Self.stage()
        let outcome = try stage.perform(.set("game.wind.x", 3))
        #expect(outcome.value == 3)
        #expect(outcome.old == 1)
        #expect(stage["game.wind"] == ["x": 3, "y": 2, "gust": ["max": 9]])
        #expect(stage.tunable("game.wind.x") == nil)
        try stage.perform(.set("game.wind.gust.max", 12), by: .demo)
        #expect(stage["game.wind"] == ["x": 3, "y": 2, "gust": ["max": 12]])
        try stage.perform(.set("game.wind.note", "calm"))
        #expect(stage["game.wind"] == ["x": 3, "y": 2, "gust": ["max": 12], "note": "calm"])
        let same = try stage.perform(.set("game.wind.x", 3))
        #expect(!same.hasChanged)
        #expect(same.value == 3)
        #expect(same.keyRevision == 4)
    }

    @Test func `an update joins the members of a tunable, also with a value of the tunable`() throws {
        var stage = try Self.stage()
        try stage.perform(.update(["game.wind.x": 3, "a": 1, "game.wind.y": 4]))
        #expect(stage["game.wind"] == ["x": 3, "y": 4, "gust": ["max": 9]])
        #expect(stage["a"] == 1)
        try stage.perform(.update(["game.wind.x": 5, "game.wind": ["x": 6, "y": 7]]))
        #expect(stage["game.wind"] == ["x": 5, "y": 7])
    }

    @Test func `a refusal compares a limited number of members, because anyone may read a large value`() throws {
        var stage = try Self.stage()
        let many = JSONObject((0..<5_000).map { ("m\($0)", JSON.integer(1)) })
        try stage.perform(.set("big", .object(many)))
        guard case .unknownMember(_, _, _, let members, _) = stage.state.unknown("big.nope" as Key) else {
            Issue.record("the value has no such member")
            return
        }
        #expect(members.count == 1_000)
        #expect("\(stage.state.unknown("big.m4999" as Key))" == "big.m4999 is a member of the tunable big")
    }

    @Test func `a fault names the member`() throws {
        var stage = try Self.stage()
        #expect(stage.faults(of: .set("game.wind.x", 99)) == ["outOfRange game.wind.x"])
        #expect(stage.faults(of: .set("game.wind.gust.max", "far")) == ["typeMismatch game.wind.gust.max"])
        #expect(
            stage.faults(of: .update(["game.wind.x": 99, "game.wind.y": "far"]))
                == ["outOfRange game.wind.x", "typeMismatch game.wind.y"]
        )
        #expect(stage["game.wind"] == ["x": 1, "y": 2, "gust": ["max": 9]])
    }

    @Test func `an unknown member of a declared object is refused, with the nearest one`() throws {
        var stage = try Self.stage()
        #expect(stage.faults(of: .set("game.wind.z", 1)) == ["unknownMember game.wind.z"])
        #expect(stage.faults(of: .set("game.wind.gust.mx", 1)) == ["unknownMember game.wind.gust.mx"])
        #expect(stage.faults(of: .forget("game.wind.x")) == ["isMember game.wind.x"])
        #expect(stage.faults(of: .reset("game.wind.z")) == ["unknownMember game.wind.z"])
        #expect(
            "\(stage.state.unknown("game.wind.gust.mx" as Key))"
                == "game.wind.gust has no member mx; did you mean game.wind.gust.max?"
        )
        let unknown = stage.state.unknown("game.wind.speed" as Key)
        #expect("\(unknown)" == "game.wind has no member speed; it has gust, note, on, x, y")
    }

    @Test func `a separate tunable wins over a member`() throws {
        var stage = try Stage(after: .set("game.wind.x", 7), .declare("game.wind", Self.wind))
        try stage.perform(.set("game.wind.x", 8))
        #expect(stage["game.wind.x"] == 8)
        // An update does not take the short way of a plain set.
        try stage.perform(.update(["game.wind.x": 9]))
        #expect(stage["game.wind.x"] == 9)
        #expect(stage["game.wind"]?["x"] == 1)
        try stage.perform(.declare("game.wind.y", #"{"type": "integer", "default": 5}"#))
        try stage.perform(.set("game.wind.y", 6))
        #expect(stage["game.wind.y"] == 6)
        #expect(stage["game.wind"]?["y"] == 2)
    }

    @Test func `an undeclared object has the members of its value, and other keys are new keys`() throws {
        var stage = try Stage(after: .set("cfg", ["x": 1]), .set("n", 1))
        try stage.perform(.set("cfg.x", 2))
        #expect(stage["cfg"] == ["x": 2])
        #expect(stage.faults(of: .set("cfg.x", .null)) == ["typeMismatch cfg.x"])
        try stage.perform(.set("cfg.y", 3))
        #expect(stage["cfg.y"] == 3)
        try stage.perform(.set("n.x", 3))
        #expect(stage["n.x"] == 3)
    }

    @Test func `resetting a member restores the value beneath, and removes a value that then equals it`() throws {
        var stage = try Self.stage()
        try stage.perform(.update(["game.wind.x": 3, "game.wind.y": 4, "game.wind.note": "calm"]))
        #expect(stage.faults(of: .reset("game.wind.x", ifRevision: 1)) != [])
        try stage.perform(.reset("game.wind.x"))
        #expect(stage["game.wind"] == ["x": 1, "y": 4, "gust": ["max": 9], "note": "calm"])
        try stage.perform(.reset("game.wind.note"))
        #expect(stage["game.wind"] == ["x": 1, "y": 4, "gust": ["max": 9]])
        try stage.perform(.reset("game.wind.y"))
        #expect(stage.origin(of: "game.wind") == .default)
        #expect(try !stage.perform(.reset("game.wind.y")).hasChanged)
    }

    @Test func `a member that the declaration requires and no default has cannot be reset`() throws {
        let spec = #"{"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]}"#
        var stage = try Stage(after: .declare("w", spec), .set("w.x", 1))
        #expect(stage.faults(of: .reset("w.x")) == ["outOfRange w"])
    }

    @Test func `a member is stepped and toggled by its own declaration`() throws {
        var stage = try Self.stage()
        #expect(try stage.perform(.step("game.wind.x", by: 3)).value == 2.5)
        try stage.perform(.set("game.wind.on", true))
        #expect(try stage.perform(.toggle("game.wind.on")).value == false)
        #expect(stage["game.wind"] == ["x": 2.5, "y": 2, "gust": ["max": 9], "on": false])
        #expect(stage.faults(of: .toggle("game.wind.y")) == ["typeMismatch game.wind.y"])
        let clamped = try stage.perform(.set("game.wind.x", 99, Self.options { $0.clamps = true }))
        #expect(clamped.value == 40.0)
    }

    @Test func `a temporary member ends with the tunable's override or at a lasting write`() throws {
        var stage = try Self.stage()
        try stage.perform(.set("game.wind.x", 3, for: 1_000))
        #expect(stage["game.wind"]?["x"] == 3)
        try stage.wait(1_000)
        #expect(stage["game.wind"]?["x"] == 1)
        try stage.perform(.set("game.wind.x", 3, for: 1_000))
        try stage.perform(.set("game.wind.y", 5))
        #expect(stage["game.wind"] == ["x": 1, "y": 5, "gust": ["max": 9]])
    }

    @Test func `a member of a world's value is written in the world`() throws {
        var stage = try Self.stage()
        try stage.perform(.createWorld("w"))
        try stage.perform(.set("game.wind.x", 3), by: .member(of: "w"))
        #expect(stage["game.wind", in: "w"] == ["x": 3, "y": 2, "gust": ["max": 9]])
        #expect(stage["game.wind"]?["x"] == 1)
        try stage.perform(.reset("game.wind.x"), by: .member(of: "w"))
        #expect(stage["game.wind", in: "w"]?["x"] == 1)
    }

    @Test func `a write under a kill switch keeps the stored members`() throws {
        var stage = try Self.stage()
        try stage.perform(.set("game.wind.y", 5))
        try stage.perform(.addKillSwitch(["game.*"]))
        try stage.perform(.set("game.wind.x", 3))
        #expect(stage["game.wind"] == ["x": 1, "y": 2, "gust": ["max": 9]])
        try stage.perform(.removeKillSwitch(nil))
        #expect(stage["game.wind"] == ["x": 3, "y": 5, "gust": ["max": 9]])
    }

    @Test func `a member has its own value, origin and description`() throws {
        var stage = try Self.stage()
        let gust = stage.state.lookUp("game.wind.gust.max", in: nil).resolution
        #expect(gust.value == 9)
        #expect(gust.origin == .default)
        #expect(stage.state.lookUp("game.wind.note", in: nil).resolution.value == nil)
        try stage.perform(.set("game.wind.x", 3))
        let description = try #require(View(stage.state).describe("game.wind.x"))
        #expect(description.tunableKey == "game.wind")
        #expect(description.candidates.map(\.value) == [3, 1])
        #expect(description.spec?.definition["maximum"] == 40)
        #expect(View(stage.state).describe("game.wind.z") == nil)
    }
}
