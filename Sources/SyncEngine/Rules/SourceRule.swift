import FlagEngine
import JSONCore

/// A rule on labels and flags, in JsonLogic, that decides whether a source is in use.
package struct SourceRule: Sendable {
    private let logic: JSON
    private let rule: Rule
    /// The keys of the flags that the rule reads, each once.
    package let flagKeys: [String]

    /// Reads a rule; nil if it has a fault, which is reported to the reader.
    init?(_ value: JSON, at path: [JSONSource.Step], _ reader: inout ConfigurationReader) {
        switch value {
        case .boolean: break
        case .object(let object) where !object.isEmpty: break
        default:
            let example = #"{"==": [{"var": "labels.zone"}, "eu"]}"#
            reader.report("must be a rule, such as \(example), got \(SourceRule.words(for: value))", at: path)
            return nil
        }
        do throws(FlagFault) {
            rule = try Rule.compiled(value)
        } catch {
            var fault = error
            fault.steps = []
            reader.report(fault.description, at: path + error.steps)
            return nil
        }
        if let name = rule.missingEvaluator {
            reader.report("there is no shared rule \(name.shown); a source has only its own rule", at: path)
            return nil
        }
        guard let flagKeys = RuleNames.flagKeys(rule.reads, at: path, &reader) else { return nil }
        (logic, self.flagKeys) = (value, flagKeys)
    }

    /// Returns whether the source is in use; nil while the value of a flag is not known.
    ///
    /// `flags` has null for a flag without a value. A rule that takes too many steps is false.
    func result(_ labels: JSONObject, _ flags: JSONObject) -> Bool? {
        var tree = JSONObject()
        for key in flagKeys {
            guard let value = flags[key] else { return nil }
            tree.insert(value, at: key.parts[...])
        }
        return (try? rule.isTrue(for: ["labels": .object(labels), "flags": .object(tree)])) ?? false
    }

    private static func words(for value: JSON) -> String {
        if case .object = value { "an empty object" } else { value.kind.words }
    }
}

extension SourceRule: Equatable {
    package static func == (left: SourceRule, right: SourceRule) -> Bool { left.logic == right.logic }
}

extension String {
    /// The parts between the dots.
    var parts: [String] {
        utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
}

extension JSONObject {
    /// Adds a value in objects that are nested as a name is written with dots.
    fileprivate mutating func insert(_ value: JSON, at parts: ArraySlice<String>) {
        guard let first = parts.first else { return }
        guard parts.count > 1 else {
            self[first] = value
            return
        }
        var inner = if case .object(let object)? = self[first] { object } else { JSONObject() }
        inner.insert(value, at: parts.dropFirst())
        self[first] = .object(inner)
    }
}
