import ConsoleCore
import JSONCore
import TunableEngine
import TunerAPI

/// What the response to a change says beside the change, as `tunerctl set` does.
///
/// The changes are stored: a failure of these requests must not become their result, so the note is left out.
extension DaemonCalls {
    /// The limit for the keys in the notes about a document.
    private static let mostKeys = 20

    /// Requests a note about a key that was set: the value in effect in place of the written one, or the key that the user
    /// may have meant; `handle` receives nil if there is nothing to say.
    func requestNote(about result: SetResult, in world: String?, _ handle: @escaping (String?) -> Void) {
        if let sentence = EffectiveValueText.sentence(about: result.hidingSecret) {
            return handle(EffectiveValueText.withAdvice(sentence, about: result.key))
        }
        guard result.old == nil, result.hasChanged else { return handle(nil) }
        let parameters: JSONObject = ["key": .string(result.key)]
        call(API.Tunables.describe.name.description, parameters, on: .reads, in: world) { [self] response, text in
            let description = (try? response.get())?.value(in: text)
            guard let description, description["spec"] == nil else { return handle(nil) }
            call(API.Flags.get.name.description, parameters, on: .reads, in: world) { response, text in
                let flag = (try? response.get())?.value(in: text)
                let variants = flag?["definition"]?["variants"]?.object
                let new = NewKey(result.key, result.value, describedBy: description, variants: variants)
                handle(new.flatMap { $0.isDoubtful ? $0.sentence("is") : nil })
            }
        }
    }

    /// Requests a note about the value that a key has after a reset that did not change it, unless it is the default.
    func requestNote(aboutReset key: String, in world: String?, _ handle: @escaping (String?) -> Void) {
        // The description hides a secret value.
        var parameters = KeyParameters()
        parameters.key = key
        call(API.Tunables.describe, parameters, on: .reads, in: world) { result in
            guard let found = try? result.get(), let value = found.value, found.origin != "default" else {
                return handle(nil)
            }
            let sentence = EffectiveValueText.sentence(key, value, origin: found.origin)
            handle(EffectiveValueText.withAdvice(sentence, about: key))
        }
    }

    /// Requests a note about each key of a document whose value a kill switch hides.
    func requestNotes(about document: CheckedJSON, _ handle: @escaping ([String]) -> Void) {
        call(API.Server.info, on: .reads, in: nil) { [self] result in
            guard let limited = try? result.get().limited, limited.isOn, let values = document.object else {
                return handle([])
            }
            var parameters = ListParameters()
            // The other patterns do not match built-in keys.
            parameters.match = PatternList(limited.by.flatMap(\.match) + ["stew.*"])
            requestLimited(among: values, parameters, [], handle)
        }
    }

    private func requestLimited(
        among values: JSONObject,
        _ page: ListParameters,
        _ previous: [String],
        _ handle: @escaping ([String]) -> Void
    ) {
        call(API.Tunables.list, page, on: .bulk, in: nil) { [self] result in
            guard let list = try? result.get() else { return handle(previous) }
            var notes = previous
            for tunable in list.tunables where tunable.origin == "limited" {
                guard let effective = tunable.value, let written = values[tunable.key],
                    JSONByValue(written) != JSONByValue(effective)
                else { continue }
                guard notes.count < DaemonCalls.mostKeys else { return handle(notes + ["and more"]) }
                let sentence = EffectiveValueText.sentence(tunable.key, effective, origin: tunable.origin)
                notes.append(EffectiveValueText.withAdvice(sentence, about: tunable.key))
            }
            guard list.more == true, let last = list.tunables.last else { return handle(notes) }
            var next = page
            next.after = last.key
            requestLimited(among: values, next, notes, handle)
        }
    }
}
