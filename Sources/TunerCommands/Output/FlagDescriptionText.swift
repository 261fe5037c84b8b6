import ConsoleCore
import JSONCore
import TunerAPI

/// The `describe` output of a flag for people.
enum FlagDescriptionText {
    /// Returns the value without a context, the origin, the definition, the override and the limits.
    static func text(of flag: FlagResult, _ evaluation: EvaluationRecord, _ output: Output) -> String {
        let value = Color.up.paint(ValueText.line(evaluation.value), output)
        var text = "the flag \(flag.key.shownWhole) is \(value) (\(flag.origin.shownWhole))\n"
        text += Table.text(flag.definition.members.map { ["", $0.name.shownWhole, ValueText.line($0.value)] })
        if let override = flag.override { text += "\(FlagText.words(for: override))\n" }
        text += (flag.killSwitches ?? []).map(DescriptionText.line).joined()
        return text + (flag.declaredBy.map { "declared by \($0.client.shownWhole)[\($0.pid)]\n" } ?? "")
    }
}
