import ConsoleCore
import JSONCore
import TunerAPI

/// What an editor shows of a flag.
struct FlagHover {
    let flag: FlagResult
    let live: LiveFlag

    /// Writes the value without a context, the variants, the override, the kill switches and the rule.
    func write(to text: inout MarkupText) {
        text.addTitle(flag.key, ValueText.line(live.value), "flag, \(live.reason)")
        if case .string(let description)? = flag.definition["metadata"]?["description"] {
            text.addParagraph(description)
        }
        text.addList(variants(text) + override(text) + limits(text))
        if let rule = flag.definition["targeting"], case .object(let object) = rule, !object.isEmpty {
            text.addBlock(JSONText.indented(rule))
        }
    }

    private func variants(_ text: MarkupText) -> [String] {
        guard case .object(let variants)? = flag.definition["variants"] else { return [] }
        return variants.members.map { variant in
            let isDefault = flag.definition["defaultVariant"] == .string(variant.name)
            let isLive = live.variant == variant.name
            let remarks = [isDefault ? "default" : nil, isLive ? "in effect without a context" : nil].compactMap(\.self)
            let remark = remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
            return "\(text.escaped(variant.name)): \(text.code(ValueText.line(variant.value)))\(remark)"
        }
    }

    private func override(_ text: MarkupText) -> [String] {
        guard let override = flag.override else { return [] }
        let value = override.variant.map(text.escaped) ?? text.code(ValueText.line(override.value))
        return ["overridden by \(value) (\(text.escaped(override.origin)))"]
    }

    private func limits(_ text: MarkupText) -> [String] {
        (flag.killSwitches ?? []).map { text.escaped(String(DescriptionText.line($0).dropLast())) }
    }
}
