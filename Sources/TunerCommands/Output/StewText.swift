import ConsoleCore
import JSONCore

/// A stew plan, printed from JSON, because a newer daemon may add fields.
enum StewText {
    /// Returns the plan with its rationale and tips for a terminal or if `isVerbose` is true, and one line otherwise.
    static func text(of plan: JSON, _ output: Output, isVerbose: Bool) -> String {
        let time = "\(word(plan["minutes"])) min"
        let heat = word(plan["heat"]?["name"])
        let isCelsius = plan["units"] == .string("C")
        let first = degrees(in: plan, isCelsius: isCelsius)
        let line = "\(time), \(heat), \(first)"
        guard output.isTerminal || isVerbose else { return "\(line)\n" }
        let headline =
            !output.isTerminal
            ? line
            : "\(Color.up.paint(time, output))  \(heat), \(first) (\(degrees(in: plan, isCelsius: !isCelsius)))"
        var lines = [headline, Color.down.paint(word(plan["rationale"]), output)]
        if case .array(let tips)? = plan["tips"] {
            lines += tips.map { "  - \(word($0))" }
        }
        return lines.map { "\($0)\n" }.joined()
    }

    private static func degrees(in plan: JSON, isCelsius: Bool) -> String {
        guard case .array(let ends)? = plan["heat"]?[isCelsius ? "celsius" : "fahrenheit"] else { return "" }
        return "\(ends.map { word($0) }.joined(separator: "-")) \(isCelsius ? "C" : "F")"
    }

    private static func word(_ value: JSON?) -> String {
        switch value {
        case .string(let text)?: text.shownWhole
        case let value?: JSONText.compact(value).escapedForTerminals
        case nil: "?"
        }
    }
}
