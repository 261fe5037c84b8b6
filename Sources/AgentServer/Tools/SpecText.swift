import ConsoleCore
import JSONCore

/// A declaration in one line.
enum SpecText {
    /// The members that the line leaves out: they are not about allowed values.
    private static let others: Set<String> = ["type", "description", "title", "examples", "x-secret"]

    /// Returns the type, the limits and the description: "number, minimum 0, maximum 8, step 1: the width".
    static func line(_ spec: JSONObject) -> String {
        let type = spec["type"].map { ValueText.line($0) } ?? "any type"
        let rules = spec.members.filter { !others.contains($0.name) }
            .map { "\($0.name.shownWhole) \(ValueText.short($0.value))" }
        let secret = spec["x-secret"] == true ? ["secret"] : []
        let description = spec["description"]?.text.map { ": \($0.shown)" } ?? ""
        return ([type] + rules + secret).joined(separator: ", ") + description
    }
}
