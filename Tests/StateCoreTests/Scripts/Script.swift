import FlagEngine
import JSONCore
import StateCore
import TunableEngine

/// An endless random run of mutations by several authors, on so few keys that conflicts are frequent.
struct Script {
    /// One mutation, its author and its time.
    struct Step {
        let mutation: Mutation
        let author: Author
        let time: Moment
    }

    static let keys: [Key] = ["a", "b", "c.x", "c.y", "d", "stew.e", "stew.v1.base", "tags", "word"].map {
        Key(literal: $0)
    }

    static let flags: [FlagKey] = ["f.a", "f.b", "a", "ui.DarkMode", "g"]

    static let worlds = ["w1", "w2", "w3"]
    private static let names = ["business", "personal", "preset:mine", "extra"]
    private static let patterns = [
        "*", "c.*", "a", "stew.*", "*s", "tags", "f.*", "ui.DarkMode", "c.x", "c.**", "**", "s*", "st*v1*",
    ]

    private static let numbers = [
        #"{"type": "number", "default": 2, "minimum": 0, "maximum": 5, "step": 0.5}"#,
        #"{"type": "number", "default": 1}"#,
        #"{"type": "integer", "minimum": 1, "maximum": 4}"#,
        #"{"type": "integer", "default": 3, "enum": [1, 3, 4]}"#,
        #"{"type": "integer", "default": 3, "readOnly": true}"#,
        #"{"type": "boolean", "default": false}"#,
    ].map { Spec(literal: $0) }
    private static let arrays = [
        #"{"type": "array", "default": ["x"], "merge": "union", "items": {"type": "string"}}"#,
        #"{"type": "array", "merge": "union", "maxItems": 2, "items": {"type": "string"}}"#,
        """
        {"type": "array", "default": [], "merge": "union", "onUnknown": "drop",
         "items": {"type": "string", "enum": ["x", "y"]}}
        """,
        #"{"type": "array", "items": {"type": "string", "enum": ["x", "z"]}}"#,
    ].map { Spec(literal: $0) }
    private static let words = [
        #"{"type": "string", "default": "x", "enum": ["x", "y", "z"]}"#,
        #"{"type": "string", "maxLength": 1}"#,
        #"{"type": "boolean", "default": true}"#,
    ].map { Spec(literal: $0) }

    private static let schemas: [JSONObject] = [
        ["properties": ["a": ["type": "integer", "maximum": 3]], "additionalProperties": false],
        ["required": ["a"]], ["properties": ["word": ["type": "text"]]],
    ]

    private static let variants = [
        #"{"on": true, "off": false}"#, #"{"on": true}"#, #"{"on": "x", "left": "y"}"#, #"{"on": 1, "off": 0}"#,
    ]
    private static let overrides: [FlagOverride] = [
        .variant("on"), .variant("on"), .variant("off"), .variant("left"), .value(true), .value(false), .value("x"),
        .value("z"), .value(1), .value(1.0), .value(7), .value([]),
    ]

    private var generator: Choices
    private var time: Int64 = 1_000_000
    /// The weights of the mutations.
    ///
    /// Each run has other frequent ones: some runs mostly write, others put layers all the time.
    private var weights: [Int]
    private var keys = Script.keys
    private var worlds = Script.worlds
    /// How often an author is a member of a world, from 0 to 1.
    private var membership = 0.25
    /// The steps that must be performed first.
    private(set) var beginning: [Step] = []

    /// Creates a run with few keys, mostly merged by union, and with worlds that are rarely dropped.
    ///
    /// A value that one author sets then changes what others see.
    init(inWorldsWithSeed seed: UInt64) {
        self.init(inWorlds: Choices(seed: seed))
    }

    /// Creates such a run with choices from bytes.
    init(inWorldsChosenBy bytes: [UInt8]) {
        self.init(inWorlds: Choices(bytes: bytes))
    }

    private init(inWorlds choices: Choices) {
        self.init(choices)
        keys = ["tags"] + keys.shuffled(using: &generator).prefix(2).filter { $0 != "tags" }
        worlds = Array(worlds.prefix(2))
        membership = 0.5
        weights[19] = 1
        let specs = [Mutation.KeyedSpec("tags", any(Array(Script.arrays.prefix(3))))]
        let mutations: [Mutation] = worlds.map { .createWorld($0) } + [.declare(specs, replace: true)]
        let author = Author(actor: Actor(client: "vim", pid: 7, uid: 1))
        beginning = mutations.map { Step(mutation: $0, author: author, time: Moment(milliseconds: time)) }
    }

    init(seed: UInt64) {
        self.init(Choices(seed: seed))
    }

    private init(_ choices: Choices) {
        generator = choices
        let base = [18, 5, 4, 4, 5, 2, 4, 6, 9, 2, 14, 9, 7, 2, 6, 3, 3, 7, 4, 2, 3, 7, 3, 16, 5, 7, 7, 5, 5]
        var weights = base
        for index in base.indices where Int.random(in: 0..<4, using: &generator) == 0 {
            weights[index] = base[index] * 4
        }
        self.weights = weights
    }

    /// Returns random rules for the state of this run.
    mutating func rules() -> StateRules {
        var rules = StateRules()
        rules.isStrict = chance(0.25)
        rules.history.commits = any([3, 40, 1_000])
        rules.limits.keys = any([4, 6, 1_000])
        rules.limits.worlds = any([1, 2, 10])
        rules.limits.proposals = any([1, 64])
        rules.limits.layers = any([2, 10])
        rules.limits.killSwitchPatterns = any([3, 1_000])
        // Some runs always have the index of layers, and others build and drop it.
        rules.fewLayers = rules.limits.layers == 2 ? 0 : 2
        return rules
    }

    var isUsedUp: Bool { generator.areUsedUp }

    /// Returns the next steps, which are published together.
    mutating func several(revision: Int64) -> [Step] {
        Array(repeating: revision, count: any([1, 1, 2, 3])).map { next(revision: $0) }
    }

    /// Returns the next step after a revision.
    mutating func next(revision: Int64) -> Step {
        time += chance(0.2) ? .random(in: 1_000...4_000, using: &generator) : .random(in: 0...400, using: &generator)
        let author = author()
        return Step(mutation: mutation(revision), author: author, time: Moment(milliseconds: time))
    }

    private mutating func mutation(_ revision: Int64) -> Mutation {
        var choice = Int.random(in: 0..<weights.reduce(0, +), using: &generator)
        var kind = 0
        while choice >= weights[kind] {
            choice -= weights[kind]
            kind += 1
        }
        switch kind {
        case 0:
            let key = any(keys)
            return .set(key, value(for: key), options(revision))
        case 1: return .update(entries(), options(revision))
        case 2:
            var options = options(revision)
            options.keepsEqual = chance(0.5)
            options.storesAll = chance(0.3)
            return .setAll(entries(), options, resetting: chance(0.7) ? nil : patterns())
        case 3:
            let values = chance(0.5) ? entries() : entries().map { .init($0.key, $0.value, mayBeInvalid: chance(0.7)) }
            return .import(values: values, specs: chance(0.5) ? specs() : [], options(revision))
        case 4: return .reset(any(keys), ifRevision: options(revision).ifRevision)
        case 5: return .resetAll(chance(0.5) ? nil : patterns())
        case 6: return .toggle(any(keys), moving())
        case 7: return .step(any(keys), by: any([-20, -1, 1, 2, .max]), moving())
        case 8: return .declare(specs(), replace: chance(0.6))
        case 9: return .forget(any(keys))
        case 10: return .undo(everyone: chance(0.3), skips: revision.isMultiple(of: 2))
        case 11: return .redo(everyone: chance(0.3))
        case 12:
            if chance(0.1) { return chance(0.5) ? .keepLayer(any(Script.names)) : .revertLayer(any(Script.names)) }
            return .putLayer(layer(), for: chance(0.3) ? moving().duration : nil)
        case 13: return .removeLayer(any(Script.names))
        case 14: return .activate(Array(repeating: 0, count: any([0, 1, 2, 2, 3])).map { _ in any(Script.names) })
        case 15: return .addKillSwitch(KillSwitchEntry(patterns: patterns(), reason: any([nil, "storm"])))
        case 16: return .removeKillSwitch(chance(0.4) ? nil : patterns())
        case 17: return .revert
        case 18:
            guard chance(0.3) else { return .createWorld(any(worlds)) }
            return .proposeWorld(any(worlds), copying: any(worlds), summary: "faster")
        case 19: return .dropWorld(any(worlds))
        case 20: return .mergeWorld(any(worlds))
        case 21: return .defineFlags(definitions().definitions, creating: chance(0.2))
        case 22: return .removeFlag(any(Script.flags))
        case 23: return .setFlag(any(Script.flags), any(Script.overrides), for: moving().duration)
        case 24: return .resetFlag(any(Script.flags))
        case 25: return .declareFlags(definitions().definitions, replace: chance(0.6))
        case 26: return .beginTry(tried(), for: any([100, 500, 2_000, 9_000]))
        case 27: return .confirmTry(revision - any([0, 0, 0, 1, 2, 3]))
        default: return .cancelTry(revision - any([0, 0, 0, 1, 2, 3]), because: chance(0.5) ? "slow" : nil)
        }
    }

    /// Returns what to try; it may be nothing.
    private mutating func tried() -> TryRequest {
        var request = TryRequest()
        request.values = entries()
        let flags = Script.flags.shuffled(using: &generator).prefix(any([0, 0, 1, 2]))
        request.flags = flags.map { ($0, any(Script.overrides)) }
        request.layer = chance(0.3) ? layer() : nil
        request.clamps = chance(0.3)
        return request
    }

    private mutating func author() -> Author {
        let (client, uid): (String, UInt32) = any([("vim", 1), ("vim", 1), ("demo", 1), ("vim", 2)])
        let actor = Actor(client: client, pid: any([7, 7, 8]), uid: uid)
        return Author(actor: actor, isNamed: chance(0.6), world: chance(membership) ? any(worlds) : nil)
    }

    private mutating func value(for key: Key) -> JSON {
        if chance(0.04) {
            return any([nil, ["n": 1], true, 7, "long"])
        }
        switch key.text {
        case "tags": return any([["x"], ["y", "x"], [], ["z"], ["x", "x"], ["y"]])
        case "word": return any(["x", "y", "z", "w", true])
        default: return any([0, 1, 1, 2, 3, 3, 4, 2.5, 2.7, 1.0, 99, false])
        }
    }

    private mutating func spec(for key: Key) -> Spec {
        switch key.text {
        case "tags": any(Script.arrays)
        case "word": any(Script.words)
        default: any(Script.numbers)
        }
    }

    private mutating func someKeys() -> [Key] {
        Array(keys.shuffled(using: &generator).prefix(.random(in: 0...4, using: &generator)))
    }

    private mutating func entries() -> [Mutation.Entry] {
        someKeys().map { Mutation.Entry($0, value(for: $0)) }
    }

    private mutating func specs() -> [Mutation.KeyedSpec] {
        someKeys().prefix(3).map { Mutation.KeyedSpec($0, spec(for: $0)) }
    }

    private mutating func options(_ revision: Int64) -> WriteOptions {
        var options = moving()
        options.clamps = chance(0.2)
        options.creates = !chance(0.1)
        if chance(0.12) {
            options.ifRevision = chance(0.3) ? 0 : max(0, revision - .random(in: 0...6, using: &generator))
        }
        return options
    }

    private mutating func moving() -> WriteOptions {
        var options = WriteOptions()
        options.duration = chance(0.25) ? any([100, 500, 2_000, 9_000]) : nil
        return options
    }

    private mutating func patterns() -> KeyPatterns {
        let words = (0..<any([1, 1, 2])).map { _ in JSON.string(any(Script.patterns)) }
        return KeyPatterns(literal: .array(words))
    }

    private mutating func layer() -> Layer {
        var values = KeyMap<JSON>()
        for entry in entries() {
            values.insert(entry.value, for: entry.key)
        }
        return Layer(
            name: any(Script.names),
            values: values,
            flags: chance(0.5) ? definitions() : FlagSet(),
            schema: chance(0.1) ? any(Script.schemas) : nil,
            locks: chance(0.3) ? patterns() : KeyPatterns(patterns: []),
            isKillSwitch: chance(0.2),
            version: chance(0.1) ? "2" : nil,
            timeToLive: chance(0.1) ? 60 : nil,
            source: chance(0.1) ? "somewhere" : nil
        )
    }

    private mutating func definitions() -> FlagSet {
        let keys = Script.flags.shuffled(using: &generator).prefix(.random(in: 0...3, using: &generator))
        let flags = keys.map { key in
            let first = chance(0.5) ? #","defaultVariant":"on""# : ""
            let state = any(["ENABLED", "DISABLED"])
            return #""\#(key)":{"state":"\#(state)","variants":\#(any(Script.variants))\#(first)}"#
        }
        return FlagSet(literal: "{\(flags.joined(separator: ","))}")
    }

    private mutating func chance(_ part: Double) -> Bool {
        Double.random(in: 0..<1, using: &generator) < part
    }

    private mutating func any<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: choices.indices, using: &generator)]
    }
}
