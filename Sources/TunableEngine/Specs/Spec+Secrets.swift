package import JSONCore

extension JSON {
    /// The text that results have in place of a secret value.
    package static let secretMark = JSON.string("(secret)")
}

extension Spec {
    /// Whether the words of the declaration have a value, such as a default.
    package var hasValues: Bool { definition != definition.withoutValues }

    /// Returns the first violation by a value of a secret tunable, without the value.
    ///
    /// The mark is not a value: a client that writes back what it has read must not replace the secret.
    @inline(never)
    func secretFault(in value: JSON) -> ValueFault? {
        let fault = value == .secretMark ? ValueFault(.secretMark, in: nil) : rule.fault(in: value)
        return fault?.withoutValues
    }

    /// Returns the fault as it may be shown.
    func shown(_ fault: ValueFault) -> ValueFault { isSecret ? fault.withoutValues : fault }
}

extension JSONObject {
    /// Whether the words of a spec declare a secret tunable.
    package var isSecretSpec: Bool { self[SpecWord.secret.rawValue] == true }

    /// The words of a spec with ``JSON/secretMark`` in place of each default and of the values of each enum.
    package var withoutValues: JSONObject { hidingValues { _ in true } }

    /// The words of a spec without the default and the enum, and with marks in place of the values of parts.
    package var withoutDefault: JSONObject {
        var shown = withoutValues
        for word in [SpecWord.default, .enum] { shown[word.rawValue] = nil }
        return shown
    }

    /// Returns a JSON Schema of values by key, with marks in place of the values of the hidden keys.
    package func hidingValues(of isHidden: (String) -> Bool) -> JSONObject {
        replacingValues(of: isHidden) { word, _ in word == .default ? .secretMark : [.secretMark] }
    }

    /// Whether ``JSON/secretMark`` is in place of a value.
    var hasSecretMark: Bool {
        var isFound = false
        _ = replacingValues { word, value in
            let values = if case .array(let values) = value, word != .default { values } else { [value] }
            isFound = isFound || values.contains(.secretMark)
            return value
        }
        return isFound
    }

    /// Returns the words with other values of `default`, `enum` and `examples`, also in items and in some properties.
    private func replacingValues(
        of isIncluded: (String) -> Bool = { _ in true },
        _ replacement: (SpecWord, JSON) -> JSON
    ) -> JSONObject {
        var replaced = self
        for member in members {
            switch (SpecWord(rawValue: member.name), member.value) {
            case (let word?, let value) where [.default, .enum, .examples].contains(word):
                replaced[member.name] = replacement(word, value)
            case (.items, .object(let words)):
                replaced[member.name] = .object(words.replacingValues(replacement))
            case (.properties, .object(var properties)):
                for property in properties.members where isIncluded(property.name) {
                    guard case .object(let words) = property.value else { continue }
                    properties[property.name] = .object(words.replacingValues(replacement))
                }
                replaced[member.name] = .object(properties)
            default: break
            }
        }
        return replaced
    }
}

extension SpecFault {
    /// The fault without a value of a secret tunable.
    var withoutValues: SpecFault {
        guard case .breaks(let fault) = problem else { return self }
        return SpecFault(.breaks(fault.withoutValues), at: steps)
    }
}
