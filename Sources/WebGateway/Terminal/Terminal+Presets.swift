import ConsoleCore
import JSONCore
import RPCCore
import TunerAPI

extension Terminal {
    func listPresets() {
        call(API.Layers.list, on: .bulk) { list in
            let names = list.layers.compactMap { PresetLayer(ofLayer: $0.name)?.name }
            return names.isEmpty ? "there are no presets\n" : names.map { "\($0.shownWhole)\n" }.joined()
        }
    }

    /// Stores the present values of the keys that match, or of all keys.
    func save(_ preset: PresetLayer, _ patterns: [String]) {
        let match = patterns.isEmpty ? nil : PatternList(patterns)
        calls.call(API.Tunables.export, PresetLayer.exportParameters(match), on: .bulk, in: world) { [self] result in
            guard case .success(let exported) = result else { return end(result) { _ in "" } }
            let count = CountText.of(exported.values.entries.count, "value")
            let notes = (exported.invalid?.entries ?? []).map { entry in
                "the stored value of \(entry.name.shown) is not valid; the preset leaves it out\n"
            }
            let parameters = preset.putParameters(exported, match)
            write(API.Layers.put.name.description, parameters) { [self] response, _ in
                end(response) { _ in notes.joined() + "\(preset.name.shownWhole): preset saved, \(count)\n" }
            }
        }
    }

    /// Replaces the present values with those of a preset, or with `isDryRun` only prints the changes.
    func load(_ preset: PresetLayer, isDryRun: Bool) {
        calls.call(API.Layers.get, parameters(of: preset), on: .bulk, in: world) { [self] result in
            guard case .success(let stored) = result else { return end(result, about: preset) { _ in "" } }
            let parameters = PresetLayer.loadParameters(stored, isDryRun: isDryRun)
            write(API.Tunables.setAll.name.description, parameters) { [self] response, text in
                let result = response.flatMap { range in
                    (try? ReplaceResult(range, in: text)).map { Result.success($0) } ?? .failure(.unreadable)
                }
                end(result) { result in
                    let changes = Terminal.lines(result.result.changes, hasMore: result.result.more == true)
                    let kept = (result.skipped ?? []).map { "\(SkippedKeyText.sentence(about: $0))\n" }.joined()
                    return changes.isEmpty && kept.isEmpty ? "no value differs\n" : changes + kept
                }
            }
        }
    }

    func remove(_ preset: PresetLayer) {
        calls.call(API.Layers.remove, parameters(of: preset), on: .writes, in: world) { [self] result in
            end(result, about: preset) { _ in "\(preset.name.shownWhole): preset removed\n" }
        }
    }

    private func parameters(of preset: PresetLayer) -> LayerParameters {
        var parameters = LayerParameters()
        parameters.name = preset.layer
        return parameters
    }

    /// Calls a method with parameters that can be long.
    private func write(_ method: String, _ parameters: some JSONRecord, _ handle: @escaping DaemonCalls.Handler) {
        var writer = JSONWriter()
        // Values of the daemon can always be written.
        try? parameters.write(to: &writer)
        calls.call(method, parameters, length: writer.takeBytes().count, on: .writes, in: world, handle)
    }

    /// Ends a command about a preset; the sentence about a missing layer speaks of the preset.
    private func end<Value>(
        _ result: Result<Value, DaemonFault>,
        about preset: PresetLayer,
        _ text: (Value) -> String
    ) {
        if case .failure(.refused(let error)) = result, let sentence = preset.missingSentence(error) {
            fail("\(sentence)\n")
        } else {
            end(result, text)
        }
    }
}
