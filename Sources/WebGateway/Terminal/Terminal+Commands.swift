import ConsoleCore
import JSONCore
import RPCCore
import SystemCore
import TunableEngine
import TunerAPI

// MARK: - Reading

extension Terminal {
    func read(_ line: TerminalLine) {
        switch line {
        case .get(let key):
            // The description hides a secret value.
            var parameters = KeyParameters()
            parameters.key = key
            call(API.Tunables.describe, parameters, on: .reads) { "\(ValueText.line($0.value))\n" }
        case .describe(let key):
            var parameters = KeyParameters()
            parameters.key = key
            call(API.Tunables.describe, parameters, on: .reads) { DescriptionText.text(of: $0) }
        case .last:
            call(API.Tunables.last, on: .reads) { $0.value.map(CommitText.lines) ?? "nothing was changed yet\n" }
        case .history(let count):
            var parameters = HistoryParameters()
            parameters.limit = count
            call(API.Tunables.history, parameters, on: .bulk) { $0.commits.map(CommitText.lines).joined() }
        case .schema(let patterns):
            var parameters = MatchParameters()
            parameters.match = patterns.isEmpty ? nil : PatternList(patterns)
            calls.call(API.Tunables.schema.name.description, parameters, on: .bulk, in: world) {
                [self] response, text in
                end(response) { "\(JSONText.indented($0.value(in: text)).escapedForTerminals)\n" }
            }
        case .flagGet(let key):
            evaluate(key) { [self] result in end(result) { Terminal.text(ofEvaluation: $0, key) } }
        case .layers:
            call(API.Layers.list, on: .bulk) { $0.layers.isEmpty ? "there are no layers\n" : LayerText.list($0.layers) }
        case .syncStatus:
            call(API.Sync.status, on: .bulk) { result in
                result.sources.isEmpty
                    ? "no connected program fetches layers; start tunersync --config FILE\n"
                    : SyncSourceText.list(result.sources, at: Clocks.kernel.wall())
            }
        case .worlds:
            call(API.Worlds.list, on: .bulk) { $0.worlds.isEmpty ? "there are no worlds\n" : WorldText.list($0.worlds) }
        default: call(API.ping, on: .reads) { _ in "up\n" }
        }
    }

    private func evaluate(_ key: String, _ handle: @escaping (Result<JSON, DaemonFault>) -> Void) {
        let parameters: JSONObject = ["key": .string(key)]
        calls.call(API.Flags.evaluate.name.description, parameters, on: .reads, in: world) { response, text in
            handle(response.map { $0.value(in: text) })
        }
    }
}

// MARK: - Values

extension Terminal {
    func setValue(_ line: TerminalLine) {
        switch line {
        case .set(let key, let text, let duration):
            calls.set(key, toText: text, for: duration, in: world) { [self] result in
                guard case .success(let set) = result else { return end(result, Terminal.text(ofSetting:)) }
                calls.requestNote(about: set, in: world) { [self] note in
                    end("\(Terminal.line(ofSetting: set))\n" + (note.map { "\($0)\n" } ?? ""))
                }
            }
        case .toggle(let key, let duration):
            var parameters = ToggleParameters()
            (parameters.key, parameters.duration) = (key, duration)
            call(API.Tunables.toggle, parameters, on: .writes, Terminal.text(ofSetting:))
        case .step(let key, let count, let duration):
            var parameters = StepParameters()
            (parameters.key, parameters.count, parameters.duration) = (key, count, duration)
            call(API.Tunables.step, parameters, on: .writes, Terminal.text(ofSetting:))
        case .reset(let key):
            var parameters = ResetParameters()
            parameters.key = key
            call(API.Tunables.reset, parameters, on: .writes) { result in
                result.hasChanged
                    ? Terminal.lines(result.changes, hasMore: false) : "\(key.shownWhole) had no value to reset\n"
            }
        case .resetAll(let pattern):
            var parameters = ResetAllParameters()
            parameters.match = pattern.map { PatternList([$0]) }
            call(API.Tunables.resetAll, parameters, on: .writes) { result in
                Terminal.lines(result.result.changes, hasMore: result.result.more == true)
                    + (result.skipped ?? []).map { "\(SkippedKeyText.sentence(about: $0))\n" }.joined()
            }
        default: preconditionFailure("a line that sets no value")
        }
    }
}

// MARK: - Flags

extension Terminal {
    func overrideFlag(_ line: TerminalLine) {
        switch line {
        case .flagSet(let key, let word, let duration): setFlag(key, word, for: duration)
        case .flagToggle(let key, let duration):
            evaluate(key) { [self] result in
                guard case .success(let evaluation) = result else { return end(result) { _ in "" } }
                guard case .boolean(let isOn)? = evaluation["value"] else {
                    return fail("\(key.shownWhole) is not a boolean flag, so it cannot be toggled\n")
                }
                setFlag(key, isOn ? "false" : "true", for: duration)
            }
        case .flagReset(let key):
            callFlag(API.Flags.reset.name.description, ["key": .string(key)], "\(key.shownWhole): override removed\n")
        default: preconditionFailure("a line that overrides no flag")
        }
    }

    private func setFlag(_ key: String, _ word: String, for duration: Double?) {
        var parameters: JSONObject = ["key": .string(key), "variant": .string(word)]
        parameters["for"] = duration.map { .double($0) }
        let done = "\(key.shownWhole): override \(word.shownWhole)\n"
        calls.call(API.Flags.set.name.description, parameters, on: .writes, in: world) { [self] response, _ in
            // A word that is no variant can be a value.
            guard case .failure(.refused(let error)) = response, error.kind == ErrorKind.outOfRange.rawValue,
                let value = TextValue.json(word)
            else { return end(response) { _ in done } }
            (parameters["variant"], parameters["value"]) = (nil, value)
            callFlag(API.Flags.set.name.description, parameters, done)
        }
    }

    private func callFlag(_ method: String, _ parameters: JSONObject, _ done: String) {
        calls.call(method, parameters, on: .writes, in: world) { [self] response, _ in
            end(response) { _ in done }
        }
    }
}

// MARK: - The shared state

extension Terminal {
    /// Runs a command that changes the shared state, also for a member of a world.
    func changeSharedState(_ line: TerminalLine) {
        if let world {
            let advice = "open /ws without world= for it"
            return fail("this changes the shared state, and the terminal is in the world \(world.shown); \(advice)\n")
        }
        switch line {
        case .forget(let key):
            var parameters = KeyParameters()
            parameters.key = key
            call(API.Tunables.forget, parameters, on: .writes) { result in
                Terminal.lines(result.changes, hasMore: result.more == true) + "\(key.shownWhole): forgotten\n"
            }
        case .killSwitch(let isOn, let patterns, let reason):
            var parameters = KillSwitchParameters()
            (parameters.isOn, parameters.reason) = (isOn, reason)
            parameters.match = patterns.isEmpty ? nil : PatternList(patterns)
            calls.call(API.Flags.killSwitch, parameters, on: .writes, in: world) { [self] result in
                guard case .success(let changes) = result, !changes.hasChanged, !isOn else {
                    return end(result) { Terminal.text(ofKillSwitch: $0, isOn: isOn, patterns) }
                }
                call(API.Server.info, on: .reads) { Terminal.text(ofUnchangedKillSwitch: $0.limited, patterns) }
            }
        case .undo(let skips):
            var parameters = UndoParameters()
            parameters.skips = skips
            call(API.Tunables.undo, parameters, on: .writes) { Terminal.text(ofReverting: $0, "undone") }
        case .redo: call(API.Tunables.redo, on: .writes) { Terminal.text(ofReverting: $0, "redone") }
        case .flagCreate(let key, let flag):
            let parameters = flag.parameters(key: key, summary: nil)
            callFlag(API.Flags.define.name.description, parameters, "\(key.shownWhole): flag created\n")
        case .flagRemove(let key):
            callFlag(API.Flags.remove.name.description, ["key": .string(key)], "\(key.shownWhole): flag removed\n")
        case .activateLayers(let names): activate(names)
        case .deactivateLayer(let name):
            calls.call(API.Layers.list, on: .bulk, in: world) { [self] result in
                guard case .success(let list) = result else { return end(result) { _ in "" } }
                guard list.layers.contains(where: { $0.name == name }) else {
                    return fail("there is no layer \(name.shown); for all, type: layers\n")
                }
                activate(list.layers.filter { $0.isActive && $0.name != name }.map(\.name))
            }
        case .presetSave(let name, let patterns): save(PresetLayer(name), patterns)
        case .presetLoad(let name, _): load(PresetLayer(name), isDryRun: false)
        case .presetRemove(let name): remove(PresetLayer(name))
        default: preconditionFailure("a line that does not change the shared state")
        }
    }

    /// Makes only these layers active.
    private func activate(_ names: [String]) {
        var parameters = ActivateParameters()
        parameters.names = names
        call(API.Layers.activate, parameters, on: .writes) { result in
            result.hasChanged
                ? Terminal.lines(result.changes, hasMore: result.more == true) : "no value has changed\n"
        }
    }
}
