import ConsoleCore
import JSONCore
import OptionCore

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
        var lines = [headline, Color.down.paint(wrapped(word(plan["rationale"]), output), output)]
        if case .array(let tips)? = plan["tips"] {
            lines += tips.map { "  - \(wrapped(word($0), output, indent: 4))" }
        }
        return lines.map { "\($0)\n" }.joined()
    }

    /// Returns a text in lines for a terminal; in a pipe, it stays in one line.
    private static func wrapped(_ text: String, _ output: Output, indent: Int = 0) -> String {
        output.isTerminal ? text.wrapped(to: output.helpColumns, startingAt: indent, indent: indent) : text
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
