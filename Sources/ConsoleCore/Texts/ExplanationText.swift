package import JSONCore

/// The explanation of a flag's value as a tree: the result of each `if` and `fractional`, and the variables that they
/// read.
///
/// It is printed from JSON, not from a decoded record, so that steps of a newer daemon are printed too.
package enum ExplanationText {
    /// Returns a line with the value, and below it the steps of the targeting rule.
    ///
    /// `paint` can add a color to the value.
    package static func text(of evaluation: JSON, _ paint: (String) -> String = { $0 }) -> String {
        headline(of: evaluation, paint) + tree(of: evaluation["explain"])
    }

    /// Returns the indented steps of a targeting rule; an empty text if the flag has no rule.
    package static func tree(of explanation: JSON?) -> String {
        guard let explanation else { return "" }
        var text = variables(of: explanation, indentation: "  ")
        var ancestors: [String] = []
        for step in explanation["steps"]?.elements ?? [] {
            let pointer = step["at"]?.text ?? ""
            while let last = ancestors.last, !pointer.hasPrefix("\(last)/") { ancestors.removeLast() }
            let indentation = String(repeating: "  ", count: ancestors.count + 1)
            let words = step["operator"] == "fractional" ? share(of: step) : branch(of: step)
            let name = (step["operator"]?.text ?? "").shown
            text += "\(indentation)\(name)\(pointer.isEmpty ? "" : " at \(pointer.shownWhole)") \(words)\n"
            text += variables(of: step, indentation: "\(indentation)  ")
            ancestors.append(pointer)
        }
        return text + (explanation["more"] == true ? "  and more\n" : "")
    }

    private static func headline(of evaluation: JSON, _ paint: (String) -> String) -> String {
        let key = (evaluation["key"]?.text ?? "").shownWhole
        let verdict = evaluation["value"].map { "is \(paint(ValueText.line($0)))" } ?? "has no value"
        return "\(key) \(verdict) (\(facts(of: evaluation).joined(separator: ", ")))\n"
    }

    private static func facts(of evaluation: JSON) -> [String] {
        var facts: [String] = []
        if let variant = evaluation["variant"]?.text { facts.append("variant \(variant.shownWhole)") }
        for name in ["reason", "errorCode"] {
            if let word = evaluation[name]?.text { facts.append(word.shownWhole) }
        }
        for (name, word) in [("overridden", "override"), ("limited", "limited")] where evaluation[name] == true {
            facts.append(word)
        }
        return facts
    }

    /// Returns the text of an `if`; conditions and branches are counted from 1.
    private static func branch(of step: JSON) -> String {
        let conditions = (step["conditions"]?.elements ?? []).enumerated().map { (index, value) in
            "condition \(index + 1) gives \(line(value))"
        }
        let verdict =
            switch step["taken"] {
            case .integer(let operand)? where operand % 2 == 1: "takes branch \(operand / 2 + 1)"
            case .integer?: "takes the else branch"
            default: "takes no branch"
            }
        return conditions.isEmpty ? verdict : "\(verdict): \(conditions.joined(separator: ", "))"
    }

    /// Returns the text of a `fractional`; shares are counted from 1.
    private static func share(of step: JSON) -> String {
        let hashed = step["key"].map { "\(line($0)) falls" }
        guard case .integer(let taken)? = step["taken"], let bucket = step["bucket"], let total = step["total"] else {
            return "takes no share\(hashed == nil ? ": there is nothing to hash" : "")"
        }
        let weights = (step["weights"]?.elements ?? []).map(line).joined(separator: ":")
        return "takes share \(taken + 1) of \(weights): \(hashed ?? "falls") on \(line(bucket)) of \(line(total))"
    }

    private static func variables(of step: JSON, indentation: String) -> String {
        let variables = step["saw"]?.object?.members ?? []
        return variables.map { "\(indentation)\($0.name.shownWhole) = \(line($0.value))\n" }.joined()
    }

    /// Returns JSON, because a rule treats `"1"` and `1` differently.
    private static func line(_ value: JSON) -> String { JSONText.compact(value).escapedForTerminals }
}
