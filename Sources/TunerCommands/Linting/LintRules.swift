import ConsoleCore
import JSONCore
import TunableEngine

/// The rules that a file's values must follow.
enum LintRules {
    case schema(ObjectSchema)
    case specs([String: Spec])
    /// Only the rules for all keys and values.
    case none

    /// Reads a schema, or declarations by key, alone or as `export` prints them; throws their faults.
    init(_ object: JSONObject) throws(LintFaults) {
        if LintRules.isSchema(object) {
            do {
                self = .schema(try ObjectSchema(object))
            } catch {
                throw LintFaults(error.faults.map { LintFault($0.steps, LintRules.words(of: $0)) })
            }
        } else {
            let exported = object.object("specs")
            let (specs, faults) = LintRules.specs(
                in: exported.isEmpty ? object : exported,
                at: exported.isEmpty ? [] : [.name("specs")]
            )
            guard faults.isEmpty else { throw LintFaults(faults) }
            self = .specs(specs)
        }
    }

    /// Returns whether an object is a JSON Schema and not declarations by key.
    static func isSchema(_ object: JSONObject) -> Bool {
        if case .string? = object["type"] { return true }
        if case .object(let properties)? = object["properties"], properties["type"]?.kind != .string { return true }
        return object["$schema"] != nil || object["required"]?.kind == .array
    }

    /// Returns whether every member is a declaration.
    static func areSpecs(_ object: JSONObject) -> Bool {
        !object.isEmpty
            && object.members.allSatisfy { $0.value["type"]?.text.flatMap(TunableType.init) != nil }
    }

    /// Reads declarations by key, and collects their faults.
    static func specs(
        in object: JSONObject,
        at steps: [JSONSource.Step]
    ) -> (specs: [String: Spec], faults: [LintFault]) {
        var specs: [String: Spec] = [:]
        var faults = keyFaults(in: object, at: steps)
        for member in object.members {
            do {
                specs[member.name] = try Spec(member.value)
            } catch {
                faults += error.faults.map {
                    LintFault(steps + [.name(member.name)] + $0.steps, LintRules.words(of: $0))
                }
            }
        }
        return (specs, faults)
    }

    /// Returns whether there is a rule for a key.
    func declares(_ key: String) -> Bool {
        switch self {
        case .schema(let schema): schema.declares(key)
        case .specs(let specs): specs[key] != nil
        case .none: false
        }
    }

    /// Returns the faults of values by key.
    func faults(in values: JSONObject, at steps: [JSONSource.Step]) -> [LintFault] {
        let faults: [(key: String, fault: ValueFault)]
        switch self {
        case .schema(let schema): faults = schema.faults(in: values).map { ($0.key, $0.fault) }
        case .specs(let specs):
            faults = values.members.compactMap { member in
                let fault = specs[member.name]?.fault(in: member.value) ?? LintRules.fault(ofFree: member.value)
                return fault.map { (member.name, $0) }
            }
        case .none:
            faults = values.members.compactMap { member in
                LintRules.fault(ofFree: member.value).map { (member.name, $0) }
            }
        }
        return LintRules.keyFaults(in: values, at: steps)
            + faults.map { key, fault in
                LintFault(steps + [.name(key)] + fault.steps, LintRules.words(of: fault, key))
            }
    }

    private static func fault(ofFree value: JSON) -> ValueFault? {
        value == .null ? ValueFault(.null, in: value) : nil
    }

    private static func keyFaults(in object: JSONObject, at steps: [JSONSource.Step]) -> [LintFault] {
        object.members.compactMap { member in
            do throws(KeyFault) {
                _ = try Key(member.name)
                return nil
            } catch {
                return LintFault(steps + [.name(member.name)], error.sentence(about: member.name))
            }
        }
    }

    private static func words(of fault: SpecFault) -> String {
        let subject = fault.subject
        return "\(fault)".hasPrefix("\(subject) ") ? String("\(fault)".dropFirst(subject.count + 1)) : "\(fault)"
    }

    /// Returns the sentence about a fault without its subject, because the path precedes it.
    private static func words(of fault: ValueFault, _ key: String) -> String {
        // Every form of the subject begins the sentence and has no space.
        let sentence = fault.sentence(about: "-")
        guard sentence.hasPrefix("-"), let space = sentence.firstIndex(of: " ") else {
            return fault.sentence(about: key)
        }
        return String(sentence[sentence.index(after: space)...])
    }
}
