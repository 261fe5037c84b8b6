import FlagEngine
import JSONCore
import StateCore
import StewEngine
import TunableEngine

@testable import TunerStore

/// A script of mutations that stores something of every kind, and the records of the result.
enum MutationScript {
    static let author = Author(actor: Actor(client: "vim", pid: 7, uid: 1_000), isNamed: true)
    static let other = Author(actor: Actor(client: "make", pid: 8, uid: 0))

    /// Returns the mutations; each is performed two seconds after the one before.
    static func mutations() throws -> [(Mutation, Author)] {
        let radius = try Key("ui.radius")
        let scale = try Key("ui.scale")
        let name = try Key("ui.name")
        let list = try Key("list")
        let spec = try Spec(["type": "number", "default": 12, "minimum": 0, "maximum": 40, "step": 0.5] as JSONObject)
        let union = try Spec(
            ["type": "array", "items": ["type": "string"], "default": [], "merge": "union"] as JSONObject
        )
        var brief = WriteOptions()
        brief.duration = 60_000
        var values = KeyMap<JSON>()
        values.insert(7.5, for: radius)
        values.insert(["a", "\u{1}ü"], for: list)
        let layer = Layer(
            name: "business",
            values: values,
            flags: try flags(#"{"banner": {"state": "DISABLED", "variants": {"a": 1}}}"#),
            schema: ["properties": ["ui.radius": ["type": "number"]]],
            locks: try KeyPatterns(["list*", "x"] as JSON),
            isKillSwitch: true,
            version: "7",
            timeToLive: 86_400,
            source: "here"
        )
        let limit = KillSwitchEntry(patterns: try KeyPatterns("ui.*" as JSON), reason: "smoke")
        return [
            (.declare([.init(radius, spec), .init(list, union)], replace: false), author),
            (.set(scale, 1.0, WriteOptions()), author),
            (.set(name, "a\nb", WriteOptions()), other),
            (.set(scale, 2.5, brief), author),
            (.set(radius, 18, WriteOptions()), author),
            (.putLayer(layer), other),
            (.putLayer(Layer(name: "preset:a", values: KeyMap())), other),
            (.putLayer(Layer(name: "preset:a", values: values, version: "8"), for: 60_000), other),
            (.putLayer(Layer(name: "new", values: values), for: 90_000), other),
            (.activate(["business"]), author),
            (.undo(everyone: false, skips: true), author),
            (.redo(everyone: false), author),
            (.undo(everyone: false, skips: true), author),
            (.addKillSwitch(limit), author),
            (.addKillSwitch(KillSwitchEntry(patterns: try KeyPatterns(["list", "x*"] as JSON), reason: nil)), author),
            (.removeKillSwitch(try KeyPatterns("list" as JSON)), other),
            (.addKillSwitch(KillSwitchEntry(patterns: try KeyPatterns("x**" as JSON), reason: "wide")), author),
            (.reset(name), other),
            (.forget(list), author),
            (.revertLayer("preset:a"), author),
            (.putLayer(Layer(name: "preset:a", values: values), for: 70_000), other),
            (.keepLayer("preset:a"), author),
            (.removeLayer("preset:a"), author),
            (.defineFlags(try flags(banner).definitions), author),
            (.declareFlags([try declared("banner", 1), try declared("ui.beta", true)], replace: false), author),
            (.declareFlags([try declared("ui.beta", false)], replace: true), other),
            (.declareFlags([try declared("ui.gone", "x")], replace: false), author),
            (.removeFlag(try FlagKey("ui.gone")), other),
            (.setFlag(try FlagKey("ui.beta"), .variant("only"), for: nil), other),
            (.setFlag(try FlagKey("banner"), .value(["k": 1.5]), for: nil), other),
            (.setFlag(try FlagKey("banner"), .variant("ö\n"), for: 90_000), other),
            (.setFlag(try FlagKey("ui.DarkMode"), .variant("on"), for: 5_000), author),
            (.setFlag(try FlagKey("ui.DarkMode"), .variant("off"), for: nil), author),
            (.defineFlags(try flags(#"{"gone": {"state": "ENABLED", "variants": {"a": "b"}}}"#).definitions), author),
            (.removeFlag(try FlagKey("gone")), author),
            (.setFlag(try FlagKey("ui.enableLogin"), .value(true), for: nil), author),
            (.resetFlag(try FlagKey("ui.enableLogin")), author),
            (.undo(everyone: false), author),
        ] + (try tries())
    }

    /// Returns mutations that begin and end tries in every way; the last try stays pending.
    private static func tries() throws -> [(Mutation, Author)] {
        let (scale, name) = (try Key("ui.scale"), try Key("ui.name"))
        let beta = try FlagKey("ui.beta")
        func request(_ scaleValue: JSON, _ layer: String?) -> TryRequest {
            var request = TryRequest()
            request.values = [.init(scale, scaleValue), .init(name, "tried")]
            request.flags = [(beta, .value(true))]
            var values = KeyMap<JSON>()
            values.insert(scaleValue, for: scale)
            request.layer = layer.map { Layer(name: $0, values: values) }
            return request
        }
        return [
            (.removeKillSwitch(nil), author),
            (.removeLayer("new"), other),
            (.beginTry(request(5, "night"), for: 60_000), author),
            (.confirmTry(newest), other),
            (.undo(everyone: true, skips: true), other),
            (.beginTry(request(6, nil), for: 60_000), author),
            (.cancelTry(newest, because: "p99 is 40 ms\n\u{1}"), author),
            (.beginTry(request(7, "night"), for: 1_000), author),
            (.revert, other),
            (.beginTry(request(8, nil), for: 60_000), author),
            (.update([.init(scale, 9), .init(name, "person")], WriteOptions()), other),
            (.setFlag(beta, .variant("only"), for: nil), other),
            (.beginTry(request(10, "business"), for: 90_000), author),
        ]
    }

    /// A placeholder for the revision of the previous mutation.
    private static let newest: Int64 = 0

    static let banner = """
        {"banner": {"state": "ENABLED", "variants": {"ö\\n": {}, "b": {"k": 1.0}}, "defaultVariant": "b",
         "targeting": {"if": [{"$ref": "nowhere"}, "b", null]}, "metadata": {"team": "x"}}}
        """

    static func flags(_ text: String) throws -> FlagSet {
        try FlagSet(#"{"flags": \#(text), "metadata": {"version": "3"}}"#.utf8.span)
    }

    /// Returns the definition of a flag that a program declares with a default.
    private static func declared(_ key: String, _ fallback: JSON) throws -> FlagDefinition {
        let declaration: JSON = ["variants": ["only": fallback], "default": fallback, "description": "What it is for"]
        return try FlagDefinition.declared(declaration, key: try FlagKey(key))
    }

    /// Returns the state after each mutation and its commit, or nil if there is no commit.
    static func steps(epoch: String = "e") throws -> [(state: State, commit: Commit?)] {
        var state = State(epoch: epoch)
        return try mutations().enumerated().map { second, step in
            let time = Moment(milliseconds: Int64(second) * 2_000)
            let mutation: Mutation =
                switch step.0 {
                case .confirmTry(newest): .confirmTry(state.revision)
                case .cancelTry(newest, let reason): .cancelTry(state.revision, because: reason)
                default: step.0
                }
            let commit = try state.perform(mutation, by: step.1, at: time).commit
            return (state, commit)
        }
    }

    static func state() throws -> (state: State, commits: [Commit]) {
        let steps = try steps()
        return (steps.last?.state ?? State(epoch: "e"), steps.compactMap(\.commit))
    }

    static func lines(of state: State, _ softState: SoftState = SoftState()) -> [String] {
        var lines: [String] = []
        StateLines.forEach(of: state, softState) { line in
            lines.append(String(decoding: [UInt8](line), as: UTF8.self))
        }
        return lines
    }

    /// Returns the journal's records for commits.
    static func lines(of commits: some Sequence<Commit>) -> [String] {
        var writer = CommitWriter()
        for commit in commits {
            writer.append(commit)
        }
        let text = String(decoding: [UInt8](writer.lines.bytes), as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }
}
