import JSONCore
import TunableEngine

/// What a file's values are held against.
enum LintRules {
    case schema(ObjectSchema)
    /// Declarations by key.
    case specs([String: Spec])
    /// Only what holds for every key and value.
    case none

    /// Reads a schema, or declarations by key, as they stand or as `export` prints them; throws what is wrong with them.
    init(_ object: JSONObject) throws(LintFaults) {
        if LintRules.isSchema(object) {
            do {
                self = .schema(try ObjectSchema(object))
            } catch {
                throw LintFaults(error.faults.map { LintFault($0.place, LintRules.words(of: $0)) })
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

    /// Whether an object is a JSON Schema: the words of one are no declarations.
    static func isSchema(_ object: JSONObject) -> Bool {
        if case .string? = object["type"] { return true }
        if case .object(let properties)? = object["properties"], properties["type"]?.kind != .string { return true }
        return object["$schema"] != nil || object["required"]?.kind == .array
    }

    /// Whether every member is a declaration.
    static func areSpecs(_ object: JSONObject) -> Bool {
        !object.isEmpty
            && object.members.allSatisfy { $0.value["type"]?.text.flatMap(TunableType.init) != nil }
    }

    /// Reads declarations by key, and tells what is wrong with them.
    static func specs(
        in object: JSONObject,
        at place: [JSONSource.Step]
    ) -> (specs: [String: Spec], faults: [LintFault]) {
        var specs: [String: Spec] = [:]
        var faults = keyFaults(in: object, at: place)
        for member in object.members {
            do {
                specs[member.name] = try Spec(member.value)
            } catch {
                faults += error.faults.map {
                    LintFault(place + [.name(member.name)] + $0.place, LintRules.words(of: $0))
                }
            }
        }
        return (specs, faults)
    }

    /// What is wrong with values by key.
    func faults(in values: JSONObject, at place: [JSONSource.Step]) -> [LintFault] {
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
        return LintRules.keyFaults(in: values, at: place)
            + faults.map { key, fault in
                LintFault(place + [.name(key)] + fault.place, LintRules.words(of: fault, key))
            }
    }

    private static func fault(ofFree value: JSON) -> ValueFault? {
        value == .null ? ValueFault(.null, in: value) : nil
    }

    private static func keyFaults(in object: JSONObject, at place: [JSONSource.Step]) -> [LintFault] {
        object.members.compactMap { member in
            do throws(KeyFault) {
                _ = try Key(member.name)
                return nil
            } catch {
                return LintFault(place + [.name(member.name)], error.sentence(about: member.name))
            }
        }
    }

    private static func words(of fault: SpecFault) -> String {
        let subject = fault.place.isEmpty ? "the spec" : fault.pointer.shown
        return "\(fault)".hasPrefix("\(subject) ") ? String("\(fault)".dropFirst(subject.count + 1)) : "\(fault)"
    }

    /// A fault's sentence without its subject, which stands before it as the way.
    private static func words(of fault: ValueFault, _ key: String) -> String {
        // Whatever it is called, the subject has no space and stands first.
        let sentence = fault.sentence(about: "-")
        guard sentence.hasPrefix("-"), let space = sentence.firstIndex(of: " ") else {
            return fault.sentence(about: key)
        }
        return String(sentence[sentence.index(after: space)...])
    }
}
