import FlagEngine
import JSONCore
import StateCore
import TestSupport
import Testing
import TunableEngine

/// Flags are a part of the state, like tunables.
@Suite struct FlagTests {
    private static let banner = banner(#"{"on": true, "off": false}"#)
    private static let text = banner(#"{"on": "x", "off": "y"}"#)

    private static func banner(_ variants: String, defaultVariant: String = "off") -> String {
        #"{"banner": {"state": "ENABLED", "variants": \#(variants), "defaultVariant": "\#(defaultVariant)"}}"#
    }

    @Test func `a flag's definition comes from local, layers, the file, then the built-in set`() throws {
        var stage = Stage()
        #expect(stage.origin(ofFlag: "ui.DarkMode") == .builtIn)
        let dark = #"{"ui.DarkMode": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}}"#
        #expect(stage.replaceFileFlags(FlagSet(literal: dark)).map(\.key) == ["ui.DarkMode"])
        #expect(stage.origin(ofFlag: "ui.DarkMode") == .file)
        try stage.perform(.put("b", [:], flags: dark))
        #expect(stage.origin(ofFlag: "ui.DarkMode") == .file)
        try stage.perform(.put("a", [:], flags: dark))
        try stage.perform(.activate(["a", "b"]))
        #expect(stage.origin(ofFlag: "ui.DarkMode") == .layer("a"))
        try stage.perform(.define(dark))
        #expect(stage.origin(ofFlag: "ui.DarkMode") == .local)
        #expect(stage.state.flagCount == 0)
        try stage.perform(.removeFlag("ui.DarkMode"))
        try stage.perform(.activate(["b"]))
        #expect(stage.origin(ofFlag: "ui.DarkMode") == .layer("b"))
        try stage.perform(.removeLayer("b"))
        _ = stage.replaceFileFlags(FlagSet())
        #expect(stage.origin(ofFlag: "ui.DarkMode") == .builtIn)
    }

    @Test func `an outcome lists the affected flags with their old and new state`() throws {
        var stage = Stage()
        #expect(try stage.perform(.define(Self.banner)).flagChanges.map(\.key) == ["banner"])
        #expect(try stage.perform(.define(Self.banner)).hasChanged == false)
        let override = try stage.perform(.setFlag("banner", .value(true), for: nil))
        #expect(override.flagChanges.map(\.key) == ["banner"])
        #expect(override.flagChanges[0].old?.override == nil)
        #expect(override.flagChanges[0].new?.override?.content == .variant("on"))
        #expect(override.changes.isEmpty)
        #expect(try stage.perform(.setFlag("banner", .variant("on"), for: nil)).hasChanged == false)
        #expect(try stage.perform(.put("a", [:], flags: Self.text)).flagChanges.isEmpty)
        // The local definition wins over the layer's.
        #expect(try stage.perform(.activate(["a"])).flagChanges.isEmpty)
        #expect(try stage.perform(.addKillSwitch("b*")).flagChanges.map(\.key) == ["banner"])
        #expect(try stage.perform(.addKillSwitch("*")).flagChanges.count == BuiltInFlags.all.count)
        #expect(try stage.perform(.set("banner", 1)).flagChanges.isEmpty)
    }

    @Test func `creating flags refuses those that any origin defines, and then creates none`() throws {
        var stage = try Stage(after: .declareFlag("declared", ["type": "boolean"]), .define(Self.banner))
        let new = #"{"state": "ENABLED", "variants": {"on": true}}"#
        func creation(_ keys: String...) -> Mutation {
            let flags = keys.map { "\"\($0)\": \(new)" }.joined(separator: ",")
            return .defineFlags(FlagSet(literal: "{\(flags)}").definitions, creating: true)
        }
        let faults: Set = ["flagExists banner", "flagExists declared", "flagExists ui.DarkMode"]
        #expect(stage.faults(of: creation("banner", "declared", "new", "ui.DarkMode")) == faults)
        try stage.perform(creation("new"))
        #expect(stage.faults(of: creation("new")) == ["flagExists new"])
    }

    @Test func `an override stays while no definition fits it, and applies again with a fitting one`() throws {
        var stage = try Stage(after: .define(Self.banner), .setFlag("banner", .variant("on"), for: nil))
        try stage.perform(.define(Self.banner(#"{"left": 1}"#, defaultVariant: "left")))
        #expect(stage.evaluate("banner") == .integer(1))
        try stage.perform(.define(Self.text))
        #expect(stage.evaluate("banner") == "x")
    }

    @Test func `removing the last definition of a flag removes its override`() throws {
        var stage = try Stage(after: .define(Self.banner), .setFlag("banner", .variant("on"), for: nil))
        #expect(try stage.perform(.removeFlag("banner")).commit?.overrideChanges.count == 1)
        #expect(stage.faults(of: .removeFlag("banner")) == ["unknownFlag banner"])
        try stage.perform(.define(Self.banner))
        #expect(stage.evaluate("banner") == false)
        // If another origin defines the flag, its override stays.
        try stage.perform(.define(#"{"ui.DarkMode": {"state": "ENABLED", "variants": {"on": true}}}"#))
        try stage.perform(.setFlag("ui.DarkMode", .variant("on"), for: nil))
        try stage.perform(.removeFlag("ui.DarkMode"))
        #expect(stage.evaluate("ui.DarkMode") == true)
        #expect(try stage.perform(.removeFlag("ui.DarkMode")).hasChanged == false)
    }

    @Test func `a temporary flag override ends with the value before the first one`() throws {
        var stage = Stage()
        try stage.perform(.setFlag("algo.reductionModel", .variant("v2"), for: 2_000))
        try stage.wait(1_000)
        try stage.perform(.setFlag("algo.reductionModel", .variant("v1"), for: 2_000))
        try stage.wait(1_500)
        #expect(stage.evaluate("algo.reductionModel") == "v1")
        #expect(stage.state.flag("algo.reductionModel" as FlagKey)?.override != nil)
        try stage.wait(500)
        #expect(stage.state.flag("algo.reductionModel" as FlagKey)?.override == nil)
        #expect(stage.faults(of: .undo(everyone: false)) == ["nothingToUndo"])
    }

    @Test func `undo and redo change flag overrides and not definitions`() throws {
        var stage = try Stage(after: .define(Self.banner), .setFlag("banner", .variant("on"), for: nil))
        try stage.wait(2_000)
        try stage.perform(.resetFlag("banner"))
        #expect(stage.evaluate("banner") == false)
        #expect(try stage.perform(.undo(everyone: false)).flagChanges.count == 1)
        #expect(stage.evaluate("banner") == true)
        try stage.perform(.redo(everyone: false))
        #expect(stage.evaluate("banner") == false)
        try stage.perform(.undo(everyone: false))
        try stage.perform(.undo(everyone: false))
        #expect(stage.evaluate("banner") == false)
        #expect(stage.faults(of: .undo(everyone: false)) == ["notUndoable 1 false "])
        #expect(stage.state.flag("banner" as FlagKey)?.definition != nil)
    }

    @Test func `undo of an override conflicts with a newer override by another client`() throws {
        var stage = try Stage(after: .setFlag("ui.DarkMode", .variant("on"), for: nil))
        // A tunable of the same name is independent.
        try stage.perform(.set("ui.DarkMode", 1), by: .demo)
        try stage.perform(.setFlag("ui.enableLogin", .variant("on"), for: nil), by: .demo)
        try stage.perform(.setFlag("ui.DarkMode", .variant("off"), for: nil), by: .demo)
        #expect(stage.faults(of: .undo(everyone: false)) == ["changedByOther ui.DarkMode demo 4"])
    }

    @Test func `a world's flag override affects only its members until a merge`() throws {
        var stage = try Stage(after: .createWorld("w"), .setFlag("ui.DarkMode", .variant("off"), for: nil))
        let outcome = try stage.perform(.setFlag("ui.DarkMode", .value(true), for: 1_000), by: .member(of: "w"))
        #expect(outcome.commit == nil)
        #expect(outcome.hasChanged)
        #expect(outcome.worldFlagChanges.map(\.key) == ["ui.DarkMode"])
        #expect(stage.evaluate("ui.DarkMode") == false)
        #expect(stage.evaluate("ui.DarkMode", in: "w") == true)
        try stage.perform(.mergeWorld("w"))
        #expect(stage.evaluate("ui.DarkMode") == true)
        try stage.wait(1_000)
        #expect(stage.evaluate("ui.DarkMode") == false)
        #expect(stage.state.flag("ui.DarkMode" as FlagKey)?.override?.content == .variant("off"))
    }

    @Test func `a temporary override in a world ends in the world or with it`() throws {
        var stage = try Stage(after: .createWorld("w"))
        try stage.perform(.setFlag("ui.DarkMode", .value(true), for: 1_000), by: .member(of: "w"))
        try stage.wait(1_000)
        #expect(stage.evaluate("ui.DarkMode", in: "w") == false)
        try stage.perform(.setFlag("ui.DarkMode", .value(true), for: 1_000), by: .member(of: "w"))
        try stage.perform(.dropWorld("w"))
        #expect(stage.state.nextDeadline == nil)
    }

    @Test func `a kill switch limits matching flags, and a layer's switch the flags it defines`() throws {
        var stage = try Stage(
            after: .define(Self.banner),
            .setFlag("banner", .variant("on"), for: nil),
            .addKillSwitch("ban*")
        )
        #expect(stage.evaluate("banner") == false)
        try stage.perform(.setFlag("ui.DarkMode", .variant("on"), for: nil))
        #expect(stage.evaluate("ui.DarkMode") == true)
        try stage.perform(.removeKillSwitch(nil))
        #expect(stage.evaluate("banner") == true)
        try stage.perform(.put("stop", ["ui.DarkMode": 1], isKillSwitch: true, flags: Self.banner))
        try stage.perform(.activate(["stop"]))
        #expect(stage.evaluate("banner") == false)
        #expect(stage.evaluate("ui.DarkMode") == true)
        #expect(stage.state.allKillSwitches.map(\.patterns) == [["ui.DarkMode", "banner"]])
    }

    @Test(
        arguments: [
            (.setFlag("benner", .variant("on"), for: nil), ["unknownFlag benner"]),
            (.resetFlag("benner"), ["unknownFlag benner"]),
            (.removeFlag("benner"), ["unknownFlag benner"]),
            (.setFlag("banner", .variant("onn"), for: nil), ["unknownVariant banner onn"]),
            (.setFlag("banner", .value("on"), for: nil), ["type banner"]),
            (.reset("banner"), ["unknownKey banner"]),
            (.removeFlag("scale"), ["unknownFlag scale"]),
        ] as [(Mutation, Set<String>)]
    )
    func `an invalid flag mutation is refused`(mutation: Mutation, faults: Set<String>) throws {
        var stage = try Stage(after: .define(Self.banner), .set("scale", 1))
        #expect(stage.faults(of: mutation) == faults)
    }

    @Test func `a refusal suggests the nearest flag or reports a tunable of that name`() throws {
        var stage = try Stage(after: .define(Self.banner), .set("scale", 1))
        let sentences: [(Mutation, String)] = [
            (.resetFlag("benner"), "there is no flag benner; did you mean banner?"),
            (.resetFlag("scale"), "scale is a tunable, not a flag"),
            (.reset("banner"), "banner is a flag, not a tunable"),
            (.setFlag("banner", .variant("onn"), for: nil), "banner has no variant onn; did you mean on?"),
            (.setFlag("banner", .value(1), for: nil), "banner must be a boolean, got a number"),
        ]
        for (mutation, sentence) in sentences {
            let refusal = #expect(throws: StateRefusal.self) { try stage.perform(mutation) }
            #expect(refusal?.description == sentence)
        }
    }

    @Test func `flag definitions obey the limits for keys, values and counts`() throws {
        var rules = StateRules()
        rules.limits.keyBytes = 6
        rules.limits.valueBytes = 76
        rules.limits.keys = 1
        var stage = Stage(rules)
        let long = FlagSet(literal: Self.banner).definitions
        let flag = #"{"state": "ENABLED", "variants": {"a": 1}}"#
        #expect(stage.faults(of: .defineFlags(long)) == ["largeValue banner 77 76"])
        #expect(stage.faults(of: .define(#"{"longest": \#(flag)}"#)) == ["longKey longest 6"])
        #expect(stage.faults(of: .define(#"{"a": \#(flag), "b": \#(flag)}"#)) == ["tooMany flags 1"])
        try stage.perform(.define(#"{"a": \#(flag)}"#))
        try stage.perform(.put("l", [:], flags: #"{"b": \#(flag)}"#))
        #expect(stage.faults(of: .activate(["l"])) == ["tooMany flags 1"])
    }
}
