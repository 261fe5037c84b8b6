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
    package var withoutValues: JSONObject {
        var shown = self
        for member in members {
            switch (SpecWord(rawValue: member.name), member.value) {
            case (.default, _): shown[member.name] = .secretMark
            case (.enum, _), (.examples, _): shown[member.name] = [.secretMark]
            case (.items, .object(let words)): shown[member.name] = .object(words.withoutValues)
            case (.properties, .object(let properties)):
                shown[member.name] = .object(properties.replacingWords { _, words in words.withoutValues })
            default: break
            }
        }
        return shown
    }

    /// The words of a spec without the default and the enum, and with marks in place of the values of parts.
    package var withoutDefault: JSONObject {
        var shown = withoutValues
        for word in [SpecWord.default, .enum] { shown[word.rawValue] = nil }
        return shown
    }

    /// Returns a JSON Schema of values by key, with marks in place of the values of the hidden keys.
    package func hidingValues(of isHidden: (String) -> Bool) -> JSONObject {
        var shown = self
        for word in [SpecWord.default, .enum, .examples] where shown[word.rawValue] != nil {
            shown[word.rawValue] = .secretMark
        }
        guard case .object(let properties)? = self[SpecWord.properties.rawValue] else { return shown }
        let hidden = properties.replacingWords { key, words in isHidden(key) ? words.withoutValues : words }
        shown[SpecWord.properties.rawValue] = .object(hidden)
        return shown
    }

    /// Whether ``JSON/secretMark`` is in place of a value.
    var hasSecretMark: Bool {
        members.contains { member in
            switch (SpecWord(rawValue: member.name), member.value) {
            case (.default, let value): value == .secretMark
            case (.enum, .array(let values)): values.contains(.secretMark)
            case (.items, .object(let words)): words.hasSecretMark
            case (.properties, .object(let properties)): properties.wordsOfParts.contains(where: \.hasSecretMark)
            default: false
            }
        }
    }

    /// The words of each property.
    private var wordsOfParts: [JSONObject] {
        members.compactMap { member in
            if case .object(let words) = member.value { words } else { nil }
        }
    }

    /// Returns the properties of a spec, with the words of each replaced.
    private func replacingWords(_ replacement: (String, JSONObject) -> JSONObject) -> JSONObject {
        var replaced = self
        for member in members {
            guard case .object(let words) = member.value else { continue }
            replaced[member.name] = .object(replacement(member.name, words))
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
