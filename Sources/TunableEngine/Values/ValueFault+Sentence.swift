import JSONCore

extension ValueFault {
    /// Returns one sentence for a person, such as "ui.cornerRadius must be at most 40, got 99".
    package func sentence(about key: String) -> String {
        let subject = key.shown + pathText
        return switch problem {
        case .type(let type): "\(subject) must be \(type.words)\(got(found(as: type)))"
        case .null: "\(subject) cannot be null; to remove a value, reset the key"
        case .minimum: "\(subject) must be at least \(limit("minimum"))\(got(shownValue))"
        case .exclusiveMinimum: "\(subject) must be more than \(limit("exclusiveMinimum"))\(got(shownValue))"
        case .maximum: "\(subject) must be at most \(limit("maximum"))\(got(shownValue))"
        case .exclusiveMaximum: "\(subject) must be less than \(limit("exclusiveMaximum"))\(got(shownValue))"
        case .step:
            "\(subject) must be \(stepBase)a multiple of \(limit("step"))\(got(shownValue))"
        case .enumeration(let nearest):
            "\(subject) must be \(choices)\(got(shownValue))" + ValueFault.guess(nearest)
        case .minLength(let length):
            "\(subject) must have at least \(count("minLength", "character"))\(got("\(length)"))"
        case .maxLength(let length):
            "\(subject) must have at most \(count("maxLength", "character"))\(got("\(length)"))"
        case .pattern: "\(subject) must match \(limit("pattern"))\(got(shownValue))"
        case .patternEffort:
            "\(subject) takes more than \(SearchEffort.limit) steps to match \(limit("pattern"))"
        case .format(let format): "\(subject) must be \(format.words)\(got(shownValue))"
        case .minItems(let items): "\(subject) must have at least \(count("minItems", "item"))\(got("\(items)"))"
        case .maxItems(let items): "\(subject) must have at most \(count("maxItems", "item"))\(got("\(items)"))"
        case .repeated where isSecret: "\(subject) has an item twice"
        case .repeated(let first): "\(subject) must differ from the item at [\(first)]\(got(shownValue))"
        case .missing: "\(subject) is missing"
        case .undeclared where isSecret: "\(subject) has a member that is not declared"
        case .undeclared(let nearest): "\(subject) is not declared" + ValueFault.guess(nearest)
        case .cannotToggle: "\(subject) cannot be toggled; only a boolean or a value with an enum can be toggled"
        case .cannotStep: "\(subject) cannot be stepped; only a number or a value with an enum can be stepped"
        case .cannotClamp: "\(subject) has no legal value near \(shownValue)"
        case .secretMark:
            "\(subject) is secret, and \(JSON.secretMark.shownText) is a placeholder, not its value; "
                + "to keep the value, leave the key out"
        }
    }

    private static func guess(_ nearest: String?) -> String {
        nearest.map { "; did you mean \($0.shown)?" } ?? ""
    }

    private var pathText: String {
        steps.map { step in
            switch step {
            case .position(let position): "[\(position)]"
            case .name(let name): ".\(name.shown)"
            }
        }.joined()
    }

    /// Returns what was found instead of a type; shows the number if it has a fraction and must be whole.
    private func found(as type: TunableType) -> String {
        guard let value else { return "nothing" }
        return type == .integer && value.kind == .number ? value.shownText : value.kind.words
    }

    /// The minimum, from which the steps count, unless it is 0.
    private var stepBase: String {
        let minimum = limit("minimum", or: "0")
        return Double(minimum) == 0 ? "" : "\(minimum) plus "
    }

    private var shownValue: String { value?.shownText ?? (isSecret ? "the secret value" : "nothing") }

    /// Returns the end of a sentence with what was found; that of a secret value is hidden.
    private func got(_ text: String) -> String { isSecret ? "; the refused value is hidden" : ", got \(text)" }

    private func limit(_ name: String, or absent: String = "?") -> String {
        switch constraints[name] {
        case .string(let text): text.shown
        case let value?: value.shownText
        case nil: absent
        }
    }

    private func count(_ name: String, _ noun: String) -> String {
        let count = limit(name)
        return count == "1" ? "1 \(noun)" : "\(count) \(noun)s"
    }

    private var choices: String {
        guard case .array(let values) = constraints["enum"] else { return "one of the declared values" }
        let shown = values.prefix(8).map(\.shownText)
        let list = shown.joined(separator: ", ")
        return values.count == 1 ? list : "one of \(list)\(values.count > shown.count ? ", …" : "")"
    }
}

extension JSON {
    /// The value as a message shows it: shortened, and without control characters that a terminal would obey.
    var shownText: String {
        switch self {
        case .null, .boolean, .integer, .double: line.shown
        case .string(let text): "\"\(text.isEmpty ? "" : text.shown)\""
        case .array(let elements): "an array of \(elements.count)"
        case .object: "an object"
        }
    }
}
