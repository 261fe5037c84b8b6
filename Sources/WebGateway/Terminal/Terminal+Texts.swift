import ConsoleCore
import JSONCore
import RPCCore
import TunerAPI

extension Terminal {
    /// Returns a key, its value, and the default, the type and the limits of its declaration.
    static func line(_ tunable: ListedTunable) -> String {
        let pair = "\(tunable.key.shownWhole) \(ValueText.line(tunable.value))"
        guard let spec = tunable.spec else { return "\(pair)\n" }
        var facts = [spec["type"]?.text ?? ""]
        for (name, word) in [("default", "default"), ("minimum", "min"), ("maximum", "max"), ("step", "step")] {
            guard let value = spec[name] else { continue }
            facts.append("\(word) \(ValueText.short(value))")
        }
        return "\(pair) (\(facts.joined(separator: ", ")))\n"
    }

    static func text(ofSetting result: SetResult) -> String {
        let line = "\(line(ofSetting: result))\n"
        guard let sentence = EffectiveValueText.sentence(about: result.hidingSecret) else { return line }
        return line + "\(EffectiveValueText.withAdvice(sentence, about: result.key))\n"
    }

    static func text(ofKillSwitch result: ChangesResult, isOn: Bool, _ patterns: [String]) -> String {
        let subject = patterns.isEmpty ? "" : " for \(patterns.map(\.shown).joined(separator: " "))"
        return Terminal.lines(result.changes, hasMore: result.more == true)
            + "kill switch \(isOn ? "on" : "off")\(subject)\n"
    }

    /// Returns the reason why `kill-switch off` has changed nothing.
    static func text(ofUnchangedKillSwitch limited: KillSwitchesRecord, _ patterns: [String]) -> String {
        let present = limited.by.filter { $0.source == "manual" }.flatMap(\.match).map(\.shown)
        let layers = limited.by.filter { $0.source != "manual" }.map { "; \($0.source.shown) has one, too" }.joined()
        guard !present.isEmpty else { return "there is no kill switch to lift\(layers)\n" }
        return "no kill switch has the pattern \(patterns.map(\.shown).joined(separator: " ")); it is on for "
            + "\(present.joined(separator: " "))\(layers)\n"
    }

    static func text(ofReverting result: UndoResult, _ word: String) -> String {
        let changes =
            (result.flags ?? []).map { "\(FlagText.line($0))\n" }.joined()
            + Terminal.lines(result.changes, hasMore: result.more == true)
        guard changes.isEmpty else { return changes }
        return result.undone.map { "revision \($0) is \(word)\n" }.joined()
    }

    static func text(ofEvaluation result: JSON, _ key: String) -> String {
        if let value = result["value"] { return "\(ValueText.line(value))\n" }
        if let message = result["errorMessage"]?.text { return "\(message.shownWhole)\n" }
        let reason = result["reason"]?.text == "DISABLED" ? "it is disabled" : "it has no default variant"
        return "\(key.shownWhole) gives no value: \(reason)\n"
    }
}
