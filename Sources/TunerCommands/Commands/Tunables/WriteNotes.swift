import ConsoleCore
import JSONCore
import TunableEngine
import TunerAPI

/// The notes on standard error about written values.
struct WriteNotes {
    private let connection: DaemonConnection
    private let output: Output
    private let clamps: Bool
    private let isDryRun: Bool

    init(_ connection: DaemonConnection, _ output: Output, clamps: Bool = false, isDryRun: Bool) {
        self.connection = connection
        self.output = output
        self.clamps = clamps
        self.isDryRun = isDryRun
    }

    /// Prints a note if the daemon stored another value than the one typed, if another value is in effect, or if the key
    /// is new.
    func print(about result: SetResult, typed value: JSON? = nil) {
        if let value, result.isSecret != true { noteClamped(result.key, value, to: result.value) }
        if let sentence = EffectiveValueText.sentence(about: result, isDryRun: isDryRun) {
            noteEffective(result.key, sentence)
        }
        if result.old == nil, result.hasChanged {
            noteNew(result.key, result.value)
        } else if output.isTerminal {
            noteFlag(result.key, result.value)
        }
    }

    /// Prints the notes about the values of several keys, whose changes the daemon returned.
    func print(about changes: ChangesResult, typed values: JSONObject) {
        for change in changes.changes {
            guard let value = change.value, let typed = values[change.key] else { continue }
            if change.isSecret != true { noteClamped(change.key, typed, to: value) }
            if change.old == nil {
                noteNew(change.key, value, besides: values)
            } else if output.isTerminal, changes.changes.count <= WriteNotes.mostFlags {
                noteFlag(change.key, value)
            }
        }
        // A value under a kill switch is stored, and is no change. The values are stored: a failure of these requests
        // must not become the result of the command.
        guard changes.more != true else { return }
        let changed = Set(changes.changes.map(\.key))
        let others = values.members.filter { !changed.contains($0.name) }
        guard !others.isEmpty, clamps && !isDryRun || hasKillSwitch else { return }
        for member in others {
            guard let found = present(member.name), JSONByValue(found.value) != JSONByValue(member.value)
            else { continue }
            if found.origin == "limited" {
                let (key, value, origin) = (member.name, found.value, found.origin)
                noteEffective(key, EffectiveValueText.sentence(key, value, origin: origin, isDryRun: isDryRun))
            } else if !isDryRun, !found.isSecret {
                noteClamped(member.name, member.value, to: found.value)
            }
        }
    }

    /// Prints a note if a kill switch keeps the value of a key that was reset.
    func print(aboutReset result: ChangesResult, of key: String) {
        guard result.hasChanged, result.changes.isEmpty else { return }
        guard let found = present(key), found.origin == "limited" else { return }
        let sentence = EffectiveValueText.sentence(key, found.value, origin: found.origin, isDryRun: isDryRun)
        noteEffective(key, sentence)
    }

    /// Prints a note about each key that is the text `null` now: the user may have meant to remove the value.
    func print(aboutNullTexts keys: [String]) {
        for key in keys.map(\.shownWhole) {
            output.note("tunerctl: \(key) \(would)the text null; to remove the value, type: tunerctl reset \(key)\n")
        }
    }

    /// Returns the value in effect as `tunables.describe` shows it, which hides that of a secret key.
    private func present(_ key: String) -> (value: JSON, origin: String, isSecret: Bool)? {
        guard let described = try? connection.call(plainly: API.Tunables.describe, ["key": .string(key)]),
            let value = described["value"], let origin = described["origin"]?.text
        else { return nil }
        return (value, origin, described["secret"] == true)
    }

    private var hasKillSwitch: Bool { (try? connection.call(API.Server.info).result.limited.isOn) == true }

    private var would: String { isDryRun ? "would be " : "is " }

    private func noteClamped(_ key: String, _ typed: JSON, to value: JSON) {
        guard clamps, value.line != typed.line else { return }
        let nearest = "the nearest legal value to \(ValueText.line(typed))"
        output.note("tunerctl: \(key.shownWhole) \(would)\(ValueText.line(value)), \(nearest)\n")
    }

    private func noteEffective(_ key: String, _ sentence: String) {
        output.note("tunerctl: \(EffectiveValueText.withAdvice(sentence, about: key))\n")
    }

    /// The number of written keys up to which each is looked up among the flags.
    private static let mostFlags = 20

    /// Prints a note about a key that is also the key of a flag, unless the tunable is declared.
    ///
    /// A script does not wait for these requests, so only a terminal receives the note.
    private func noteFlag(_ key: String, _ value: JSON) {
        guard let variants = connection.variants(ofFlag: key) else { return }
        let description = try? connection.call(plainly: API.Tunables.describe, ["key": .string(key)])
        guard let description, description["spec"] == nil else { return }
        let advice = FlagAdvice.sentenceEnd(key, value, variants: variants)
        output.note("tunerctl: \(key.shownWhole) is a tunable and also a flag\(advice)\n")
    }

    /// Prints a note about a key without a declaration, with the flag or the nearest key that the user may have meant.
    private func noteNew(_ key: String, _ value: JSON, besides written: JSONObject = JSONObject()) {
        guard FreeKind(of: value) != nil else { return }
        let description = try? connection.call(plainly: API.Tunables.describe, ["key": .string(key)])
        guard description?["spec"] == nil else { return }
        let variants = connection.variants(ofFlag: key)
        guard let new = NewKey(key, value, describedBy: description, variants: variants, besides: written) else {
            return
        }
        output.note("tunerctl: \(new.sentence(isDryRun ? "would be" : "is"))\n")
    }
}
