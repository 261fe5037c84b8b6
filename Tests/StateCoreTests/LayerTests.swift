import JSONCore
import StateCore
import Testing
import TunableEngine

@Suite struct LayerTests {
    private static let number = #"{"type": "number", "default": 0, "maximum": 9}"#
    private static let union = #"{"type": "array", "merge": "union", "default": ["d"], "items": {"type": "string"}}"#

    @Test func `a value comes from local, then the active layers in order, then the default`() throws {
        var stage = Stage()
        let steps: [(Mutation, JSON?, Origin?)] = [
            (.put("personal", ["a": 1]), nil, nil),
            (.declare("a", Self.number), 0, .default),
            (.activate(["personal"]), 1, .layer("personal")),
            (.put("business", ["a": 2]), 1, .layer("personal")),
            (.activate(["business", "personal"]), 2, .layer("business")),
            (.activate(["personal", "business"]), 1, .layer("personal")),
            (.set("a", 3), 3, .local),
            (.reset("a"), 1, .layer("personal")),
            (.removeLayer("personal"), 2, .layer("business")),
            (.put("business", [:]), 0, .default),
            (.forget("a"), nil, nil),
        ]
        for (mutation, value, origin) in steps {
            try stage.perform(mutation)
            #expect(stage["a"] == value, "\(mutation)")
            #expect(stage.origin(of: "a") == origin, "\(mutation)")
        }
    }

    @Test func `a union joins the distinct elements of all sources, and else uses the default`()
        throws
    {
        var stage = try Stage(
            after: .declare("a", Self.union),
            .put("business", ["a": ["x", "y"]]),
            .put("personal", ["a": ["y", "z", "z"]])
        )
        #expect(stage["a"] == ["d"])
        try stage.perform(.activate(["business", "personal"]))
        #expect(stage["a"] == ["x", "y", "z"])
        #expect(stage.origin(of: "a") == .layer("business"))
        try stage.perform(.set("a", ["z", "l"]))
        #expect(stage["a"] == ["z", "l", "x", "y"])
        #expect(stage.origin(of: "a") == .local)
        try stage.perform(.createWorld("w"))
        try stage.perform(.set("a", ["w", "x"]), by: .member(of: "w"))
        #expect(stage["a", in: "w"] == ["w", "x", "z", "l", "y"])
        #expect(stage["a"] == ["z", "l", "x", "y"])
    }

    @Test func `a union that violates the spec takes only the first source's value`() throws {
        let stage = try Stage(
            after: .declare("a", #"{"type": "array", "merge": "union", "maxItems": 2}"#),
            .put("business", ["a": ["x", "y"]]),
            .activate(["business"]),
            .set("a", ["z"])
        )
        #expect(stage["a"] == ["z"])
    }

    @Test func `unknown items are dropped when the spec says so`() throws {
        let spec = """
            {"type": "array", "merge": "union", "onUnknown": "drop", "items": {"type": "string", "enum": ["x", "y"]}}
            """
        var stage = try Stage(
            after: .declare("a", spec),
            .put("business", ["a": ["new", "y"]]),
            .activate(["business"])
        )
        #expect(stage["a"] == ["y"])
        #expect(try stage.perform(.set("a", ["x", "newer"])).value == ["x"])
        #expect(stage["a"] == ["x", "y"])
    }

    @Test func `a layer's locked values win over worlds, local values and other layers`() throws {
        var stage = try Stage(
            after: .declare("a", Self.number),
            .set("a", 1),
            .createWorld("w"),
            .put("other", ["a": 2, "b": 2]),
            .put("policy", ["a": 3], locks: ["*"]),
            .activate(["other"])
        )
        try stage.perform(.set("a", 4), by: .member(of: "w"))
        try stage.perform(.activate(["other", "policy"]))
        #expect(stage["a"] == 3)
        #expect(stage["a", in: "w"] == 3)
        #expect(stage["b"] == 2, "it locks only what it has")
        try stage.perform(.activate(["other"]))
        #expect(stage["a"] == 1)
        #expect(stage["a", in: "w"] == 4)
    }

    @Test func `the first layer that locks a key supplies its value, without a union`() throws {
        var stage = try Stage(
            after: .declare("a", Self.union),
            .put("first", ["a": ["x"]], locks: "a"),
            .put("second", ["a": ["y"]], locks: "a"),
            .activate(["second", "first"])
        )
        #expect(stage["a"] == ["y"])
        try stage.perform(.activate(["first", "second"]))
        #expect(stage["a"] == ["x"])
    }

    @Test func `the lock pattern * does not lock built-in keys`() throws {
        var stage = try Stage(
            after: .set("stew.a", 1),
            .put("policy", ["stew.a": 2], locks: "*"),
            .activate(["policy"])
        )
        #expect(stage["stew.a"] == 1)
        try stage.perform(.put("policy", ["stew.a": 2], locks: "stew.*"))
        #expect(stage["stew.a"] == 2)
    }

    @Test(arguments: [
        Mutation.set("a", 1), .update(["a": 1]), .reset("a"), .toggle("flag"), .step("a", by: 1), .forget("a"),
        .mergeWorld("w"),
    ])
    func `a write to a locked key is refused`(mutation: Mutation) throws {
        var stage = try Stage(after: .set("a", 7), .set("flag", true), .createWorld("w"))
        try stage.perform(.set("a", 1), by: .member(of: "w"))
        try stage.perform(.put("policy", ["a": 3, "flag": false], locks: "*"))
        try stage.perform(.activate(["policy"]))
        let key = if case .toggle = mutation { "flag" } else { "a" }
        #expect(stage.faults(of: mutation) == ["readOnly \(key) policy"])
        #expect(stage.tunable("a")?.local?.value == 7)
    }

    @Test(arguments: [Mutation.setAll(["a": 3]), .setAll([:]), .resetAll(nil)])
    func `setAll and resetAll skip locked keys`(mutation: Mutation) throws {
        var stage = try Stage(
            after: .set("a", 7),
            .set("b", 7),
            .put("policy", ["a": 3], locks: "*"),
            .activate(["policy"])
        )
        try stage.perform(mutation)
        #expect(stage["b"] == nil)
        #expect(stage.tunable("a")?.local?.value == 7)
    }

    @Test(
        arguments: [
            (Mutation.setAll(["a": 1, "b": 2]), ["a", "c"], 2),
            (.setAll(["a": true]), ["a", "c"], nil),
            (.setAll(["a": 3, "b": 2]), ["c"], 2),
            (.setAll(["c": 7, "a": 7, "b": 2]), [], 2),
            (.import(values: [.init("a", 1), .init("b", 2)], specs: [], WriteOptions()), ["a"], 2),
            (.import(values: [.init("a", 3), .init("b", 2)], specs: [], WriteOptions()), [], 2),
            (.resetAll(nil), ["a", "c"], nil), (.resetAll(KeyPatterns(literal: "b")), [], nil),
        ] as [(Mutation, [Key], JSON?)]
    )
    func `the outcome lists the locked keys that were skipped`(mutation: Mutation, keys: [Key], b: JSON?) throws {
        var stage = try Stage(after: .set("a", 7), .set("b", 7), .set("c", 7))
        try stage.perform(.put("policy", ["a": 3, "c": 4], locks: "*"))
        try stage.perform(.activate(["policy"]))
        let outcome = try stage.perform(mutation)
        #expect(outcome.skipped.map(\.key) == keys)
        #expect(outcome.skipped.allSatisfy { $0.layer == "policy" })
        #expect(stage["b"] == b)
        #expect(stage.tunable("a")?.local?.value == 7)
        #expect(stage.tunable("c")?.local?.value == 7)
    }

    @Test func `a faulty layer is refused with all faults, and the previous version stays`() throws {
        var stage = try Stage(
            after: .declare("a", Self.number),
            .set("free", true),
            .put("business", ["a": 1, "c": 1]),
            .activate(["business"])
        )
        let bad = Mutation.put(
            "business",
            ["a": 10, "free": "x", "c": 2],
            schema: ["properties": ["c": ["maximum": 1, "type": "integer"]], "required": ["d"]]
        )
        let faults: Set = ["outOfRange a", "typeMismatch free", "member c outOfRange", "member d outOfRange"]
        #expect(stage.faults(of: bad) == faults)
        #expect(stage["a"] == 1)
        #expect(stage["c"] == 1)
    }

    @Test func `putting an equal layer again changes nothing`() throws {
        var stage = try Stage(after: .put("business", ["a": 1]), .activate(["business"]))
        let outcome = try stage.perform(.put("business", ["a": 1]))
        #expect(!outcome.hasChanged)
        #expect(outcome.commit == nil)
        #expect(try !stage.perform(.activate(["business"])).hasChanged)
    }

    @Test func `a layers put replaces the whole layer`() throws {
        var stage = try Stage(
            after: .put("business", ["a": 1, "b": 1], locks: "*"),
            .activate(["business"])
        )
        let outcome = try stage.perform(.put("business", ["b": 1, "c": 1]))
        #expect(outcome.changes.map(\.key) == ["a", "c"])
        #expect(stage["a"] == nil)
        #expect(stage.faults(of: .set("b", 2)).isEmpty)
    }

    @Test func `an inactive layer has no effect, and unknown layer names are refused`() throws {
        var stage = try Stage(after: .put("preset:mine", ["a": 1]))
        #expect(stage["a"] == nil)
        #expect(stage.faults(of: .activate(["preset:mine", "x", "y"])) == ["unknownLayer x", "unknownLayer y"])
        #expect(stage.faults(of: .activate(["preset:mine", "preset:mine"])) == ["layerTwice preset:mine"])
        #expect(stage.faults(of: .removeLayer("x")) == ["unknownLayer x"])
    }

    @Test(arguments: [
        ("busness", "there is no layer busness; did you mean business?"),
        ("preset:mien", "there is no layer preset:mien; did you mean preset:mine?"),
        ("x", "there is no layer x"),
    ])
    func `an unknown layer name is refused with the nearest name`(name: String, sentence: String) throws {
        var stage = try Stage(after: .put("business", [:]), .put("preset:mine", [:]))
        for mutation in [Mutation.activate(["business", name]), .removeLayer(name)] {
            let refusal = #expect(throws: StateRefusal.self) { try stage.perform(mutation) }
            #expect(refusal?.description == sentence)
        }
        let refusal = #expect(throws: StateRefusal.self) { try stage.state.layer(name) }
        #expect(refusal?.description == sentence)
    }

    @Test func `a layer value that violates the spec is skipped for the next layer`() throws {
        let stage = try Stage(
            after: .put("first", ["a": 50]),
            .put("second", ["a": 5]),
            .activate(["first", "second"]),
            .declare("a", Self.number)
        )
        #expect(stage["a"] == 5)
        #expect(stage.origin(of: "a") == .layer("second"))
    }

    @Test func `a temporary layer gives way to the last lasting one`() throws {
        var stage = try Stage(after: .put("team", ["a": 1]), .activate(["team"]))
        let layer = try stage.state.layer("team")
        func temporary(_ value: JSON) -> Layer {
            var values = KeyMap<JSON>()
            values.insert(value, for: "a")
            return Layer(name: "team", values: values)
        }
        try stage.perform(.putLayer(temporary(2), for: 500))
        try stage.perform(.putLayer(temporary(3), for: 900))
        #expect(stage["a"] == 3)
        #expect(stage.state.nextDeadline == stage.now.advanced(byMilliseconds: 900))
        try stage.wait(899)
        #expect(stage["a"] == 3)
        try stage.wait(1)
        #expect(stage["a"] == 1)
        #expect(stage.origin(of: "a") == .layer("team"))
        #expect(try stage.state.layer("team") == layer)
        #expect(stage.state.nextDeadline == nil)
    }

    @Test func `a temporary layer that is new is removed at its end`() throws {
        var stage = Stage()
        var values = KeyMap<JSON>()
        values.insert(1, for: "a")
        try stage.perform(.putLayer(Layer(name: "team", values: values), for: 500))
        try stage.perform(.activate(["team"]))
        try stage.wait(500)
        #expect(stage["a"] == nil)
        #expect(stage.state.allLayers.isEmpty)
        #expect(stage.state.activeNames.isEmpty)
    }

    @Test func `keep removes the end of a layer, and revert ends it now`() throws {
        var stage = try Stage(after: .put("team", ["a": 1]), .activate(["team"]))
        var values = KeyMap<JSON>()
        values.insert(2, for: "a")
        let layer = Layer(name: "team", values: values)
        try stage.perform(.putLayer(layer, for: 500))
        try stage.perform(.revertLayer("team"))
        #expect(stage["a"] == 1)
        #expect(stage.state.nextDeadline == nil)
        try stage.perform(.putLayer(layer, for: 500))
        try stage.perform(.keepLayer("team"))
        #expect(stage.state.nextDeadline == nil)
        let revision = stage.state.revision
        try stage.perform(.keepLayer("team"))
        try stage.perform(.revertLayer("team"))
        #expect(stage["a"] == 2)
        #expect(stage.state.revision == revision, "a lasting layer has no end")
        try stage.perform(.putLayer(layer))
        #expect(stage.state.revision == revision, "the content is the same")
        try stage.perform(.putLayer(layer, for: 500))
        try stage.perform(.putLayer(layer))
        #expect(stage.state.nextDeadline == nil, "a put without an end is lasting")
    }
}
