import FlagEngine
import JSONCore
import StateCore
import Testing
import TunableEngine

/// Programs declare flags, as they declare tunables.
@Suite struct FlagDeclarationTests {
    private static let off: JSON = ["type": "boolean", "default": false, "description": "A new banner"]
    private static let on: JSON = ["type": "boolean", "default": true]

    @Test func `a declared flag exists and has its default`() throws {
        var stage = Stage()
        let outcome = try stage.perform(.declareFlag("banner", Self.off))
        #expect(outcome.flagChanges.map(\.key) == ["banner"])
        #expect(outcome.commit?.operation.name == "flags.declare")
        #expect(stage.evaluate("banner") == false)
        #expect(stage.origin(ofFlag: "banner") == .declared)
        #expect(stage.state.flagCount == 1)
        try stage.perform(.setFlag("banner", .value(true), for: nil))
        #expect(stage.evaluate("banner") == true)
    }

    @Test func `the local definition, a layer's and the file's win over the declaration`() throws {
        var stage = try Stage(after: .declareFlag("banner", Self.off))
        let other = #"{"banner": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}}"#
        #expect(stage.replaceFileFlags(FlagSet(literal: other)).map(\.key) == ["banner"])
        #expect(stage.origin(ofFlag: "banner") == .file)
        #expect(try stage.perform(.declareFlag("banner", Self.on)).flagChanges.isEmpty)
        try stage.perform(.put("a", [:], flags: other))
        try stage.perform(.activate(["a"]))
        #expect(stage.origin(ofFlag: "banner") == .layer("a"))
        try stage.perform(.define(other))
        #expect(stage.origin(ofFlag: "banner") == .local)
        try stage.perform(.activate([]))
        _ = stage.replaceFileFlags(FlagSet())
        try stage.perform(.removeFlag("banner"))
        #expect(stage.origin(ofFlag: "banner") == .declared)
    }

    @Test func `an equal declaration changes nothing, whoever makes it`() throws {
        var stage = try Stage(after: .declareFlag("banner", Self.off))
        #expect(try !stage.perform(.declareFlag("banner", Self.off), by: .demo).hasChanged)
        #expect(stage.state.flag("banner" as FlagKey)?.declared?.actor == .vim)
    }

    @Test func `a different declaration needs replace or the same named user and client`() throws {
        let again = Author(actor: Actor(client: "vim", pid: 99, uid: 1), isNamed: true)
        let unnamed = Author(actor: .vim)
        let stranger = Author(actor: Actor(client: "vim", pid: 7, uid: 2), isNamed: true)
        for (author, isRefused) in [(again, false), (.vim, false), (unnamed, true), (.demo, true), (stranger, true)] {
            var stage = try Stage(after: .declareFlag("banner", Self.off))
            let faults = stage.faults(of: .declareFlag("banner", ["type": "string", "default": "x"]), by: author)
            #expect(faults == (isRefused ? ["declaredDifferently banner vim"] : []))
            #expect(stage.evaluate("banner") == (isRefused ? false : "x"))
        }
        var stage = try Stage(after: .declareFlag("banner", Self.off))
        try stage.perform(.declareFlag("banner", Self.on, replace: true), by: .demo)
        #expect(stage.state.flag("banner" as FlagKey)?.declared?.actor == .demo)
        #expect(stage.evaluate("banner") == true)
    }

    @Test func `a built-in flag keeps its definition, and accepts only declarations of its type`() throws {
        var stage = Stage()
        #expect(try !stage.perform(.declareFlag("ui.DarkMode", Self.on)).hasChanged)
        #expect(stage.origin(ofFlag: "ui.DarkMode") == .builtIn)
        #expect(stage.evaluate("ui.DarkMode") == false)
        let refusal = #expect(throws: StateRefusal.self) {
            try stage.perform(.declareFlag("ui.DarkMode", ["type": "number", "default": 1]))
        }
        #expect(
            refusal?.description == "ui.DarkMode is a built-in flag of type boolean; its type cannot change"
        )
    }

    @Test func `removing a flag removes its definition first, then its declaration with the override`() throws {
        let local = #"{"banner": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}}"#
        var stage = try Stage(after: .declareFlag("banner", Self.off), .define(local))
        try stage.perform(.setFlag("banner", .variant("on"), for: nil))
        #expect(try stage.perform(.removeFlag("banner")).commit?.overrideChanges.isEmpty == true)
        #expect(stage.evaluate("banner") == true)
        #expect(stage.origin(ofFlag: "banner") == .declared)
        #expect(try stage.perform(.removeFlag("banner")).commit?.overrideChanges.count == 1)
        #expect(stage.faults(of: .removeFlag("banner")) == ["unknownFlag banner"])
        try stage.perform(.declareFlag("banner", Self.off))
        #expect(stage.evaluate("banner") == false)
    }

    @Test func `undo skips a declaration only on request`() throws {
        var stage = try Stage(after: .setFlag("ui.DarkMode", .variant("on"), for: nil))
        try stage.perform(.declareFlag("banner", Self.off))
        #expect(stage.faults(of: .undo(everyone: false)) == ["notUndoable 2 true "])
        try stage.perform(.undo(everyone: false, skips: true))
        #expect(stage.evaluate("ui.DarkMode") == false)
        #expect(stage.evaluate("banner") == false)
        #expect(stage.faults(of: .undo(everyone: false)) == ["notUndoable 2 false "])
    }

    @Test func `a declaration from inside a world counts outside, and an override in the world fits it`() throws {
        var stage = try Stage(after: .createWorld("w"))
        try stage.perform(.declareFlag("banner", Self.off), by: .member(of: "w"))
        try stage.perform(.setFlag("banner", .value(true), for: nil), by: .member(of: "w"))
        #expect(stage.evaluate("banner") == false)
        #expect(stage.evaluate("banner", in: "w") == true)
    }

    @Test func `a kill switch limits a declared flag to its default, also one that is declared later`() throws {
        var stage = try Stage(after: .addKillSwitch("ban*"), .declareFlag("banner", Self.off))
        try stage.perform(.setFlag("banner", .value(true), for: nil))
        #expect(stage.evaluate("banner") == false)
        try stage.perform(.removeKillSwitch(nil))
        #expect(stage.evaluate("banner") == true)
    }

    @Test func `declarations obey the limits for keys, values and counts, all or none`() throws {
        var rules = StateRules()
        rules.limits.keyBytes = 6
        rules.limits.keys = 1
        var stage = Stage(rules)
        #expect(stage.faults(of: .declareFlag("longest", Self.on)) == ["longKey longest 6"])
        let both = try ["a", "b"].map { try FlagDefinition.declared(Self.on, key: $0) }
        #expect(stage.faults(of: .declareFlags(both, replace: false)) == ["tooMany flags 1"])
        #expect(stage.evaluate("a") == nil)
        try stage.perform(.declareFlag("a", Self.on))
        rules.limits.valueBytes = 60
        stage = Stage(rules)
        #expect(stage.faults(of: .declareFlag("a", Self.on)) == ["largeValue a 76 60"])
    }
}
