import ConsoleCore
import FlagEngine
import JSONCore

/// A document to lint, whose kind follows from its members.
enum LintDocument {
    /// Returns all faults of a text, sorted by path.
    ///
    /// - The form that `export` prints, and a layer, have their values in `values`, and have their own rules.
    /// - A document of flags has `flags`, but no `values`. If the rules declare a key `flags`, it is a value.
    /// - Every other document has keys with values, or keys with declarations.
    static func faults(in text: Span<UInt8>, _ rules: LintRules?) -> [LintFault] {
        let source: JSONSource
        do {
            source = try JSONSource(text)
        } catch {
            let (line, column) = error.position(in: text)
            return [LintFault([], "is not JSON: \(error.reason)", line: line, column: column)]
        }
        guard source.duplicates.isEmpty else {
            let positions = JSONFault.positions(of: source.duplicates.map(\.again), in: text)
            return zip(source.duplicates, positions).map { duplicate, position in
                LintFault([.name(duplicate.name)], "is repeated", line: position.line, column: position.column)
            }
        }
        guard case .object(let object) = source.value else {
            return located([LintFault([], "must be an object, got \(source.value.kind.words)")], source, text)
        }
        var faults = valueFaults(in: object, rules)
        if object["flags"]?.kind == .object, isLayer(object) || rules?.declares("flags") != true {
            faults += flagFaults(in: text, object)
        }
        return located(faults, source, text).sorted(by: LintFault.precedes)
    }

    private static func valueFaults(in object: JSONObject, _ rules: LintRules?) -> [LintFault] {
        if case .object(let values)? = object["values"], isLayer(object) || ExportedParts.isExported(object) {
            var faults: [LintFault] = []
            var own = rules
            do throws(LintFaults) {
                for name in ["schema", "specs"] where own == nil {
                    guard case .object(let contained)? = object[name] else { continue }
                    own = try ownRules(contained, name)
                }
            } catch {
                faults = error.faults
            }
            return faults + (own ?? .none).faults(in: values, at: [.name("values")])
        }
        if let rules { return rules.faults(in: withoutSchema(object), at: []) }
        if object["flags"]?.kind == .object { return [] }
        if LintRules.areSpecs(object) { return LintRules.specs(in: object, at: []).faults }
        return LintRules.none.faults(in: withoutSchema(object), at: [])
    }

    /// Returns the rules that a document contains for its own values.
    private static func ownRules(_ contained: JSONObject, _ name: String) throws(LintFaults) -> LintRules {
        if name == "specs" {
            let (specs, faults) = LintRules.specs(in: contained, at: [.name(name)])
            guard faults.isEmpty else { throw LintFaults(faults) }
            return .specs(specs)
        }
        do throws(LintFaults) {
            return try LintRules(contained)
        } catch {
            throw LintFaults(error.faults.map { LintFault([.name(name)] + $0.steps, $0.message) })
        }
    }

    /// Returns the faults of the flags; the other members of a layer are not part of the flag document.
    private static func flagFaults(in text: Span<UInt8>, _ object: JSONObject) -> [LintFault] {
        do throws(FlagFaults) {
            guard !isLayer(object) else {
                var document = JSONObject()
                for name in ["flags", "$evaluators", "metadata"] { document[name] = object[name] }
                let text = Array(JSONText.compact(.object(document)).utf8)
                _ = try FlagSet(text.span)
                return []
            }
            _ = try FlagSet(text)
            return []
        } catch {
            return error.faults.map { fault in
                // The path and the position are printed before the sentence.
                var bare = fault
                bare.steps = []
                bare.position = nil
                return LintFault(fault.steps, "\(bare)")
            }
        }
    }

    /// Returns whether an object has the form that `layers.put` takes.
    private static func isLayer(_ object: JSONObject) -> Bool {
        object["values"]?.kind == .object
            && ["name", "schema", "ttl", "locks", "killSwitch", "source", "flags"].contains { object[$0] != nil }
    }

    /// Removes `$schema`, which names a schema for editors and is not a value.
    private static func withoutSchema(_ object: JSONObject) -> JSONObject {
        var object = object
        object["$schema"] = nil
        return object
    }

    /// Adds positions to the faults; a missing member gets the position of its object.
    private static func located(_ faults: [LintFault], _ source: JSONSource, _ text: Span<UInt8>) -> [LintFault] {
        let nodes = source.nearestNodes(to: faults.map(\.steps), in: text)
        let positions = JSONFault.positions(of: nodes.map(\.value.lowerBound), in: text)
        return zip(faults, positions).map { fault, position in
            var located = fault
            (located.line, located.column) = position
            return located
        }
    }
}
