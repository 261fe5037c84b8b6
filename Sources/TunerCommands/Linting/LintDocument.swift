import FlagEngine
import JSONCore

/// A file as lint takes it: what it is told by what stands in it.
enum LintDocument {
    /// Everything that is wrong with a text, in the order of its ways.
    ///
    /// A document of flags is one that has `flags` and no values; what `export` prints and a layer have their values in
    /// `values`, and bring their own rules; everything else is keys and values, or keys and declarations.
    static func faults(in text: Span<UInt8>, _ rules: LintRules?) -> [LintFault] {
        let source: JSONSource
        do {
            source = try JSONSource(text)
        } catch {
            let (line, column) = error.position(in: text)
            return [LintFault([], "no JSON: \(error.reason)", line: line, column: column)]
        }
        guard source.duplicates.isEmpty else {
            return source.duplicates.map { duplicate in
                let (line, column) = JSONFault.position(of: duplicate.again, in: text)
                return LintFault([.name(duplicate.name)], "stands twice", line: line, column: column)
            }
        }
        guard case .object(let object) = source.value else {
            return located([LintFault([], "must be an object, got \(source.value.kind.words)")], source, text)
        }
        var faults = valueFaults(in: object, rules)
        if object["flags"]?.kind == .object, rules == nil { faults += flagFaults(in: text, object) }
        return located(faults, source, text).sorted(by: LintFault.precedes)
    }

    private static func valueFaults(in object: JSONObject, _ rules: LintRules?) -> [LintFault] {
        if case .object(let values)? = object["values"], isLayer(object) || ExportedParts.isExported(object) {
            var faults: [LintFault] = []
            var own = rules
            do throws(LintFaults) {
                for name in ["schema", "specs"] where own == nil {
                    guard case .object(let brought)? = object[name] else { continue }
                    own = try broughtRules(brought, name)
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

    /// The rules that a document brings for its own values.
    private static func broughtRules(_ brought: JSONObject, _ name: String) throws(LintFaults) -> LintRules {
        if name == "specs" {
            let (specs, faults) = LintRules.specs(in: brought, at: [.name(name)])
            guard faults.isEmpty else { throw LintFaults(faults) }
            return .specs(specs)
        }
        do throws(LintFaults) {
            return try LintRules(brought)
        } catch {
            throw LintFaults(error.faults.map { LintFault([.name(name)] + $0.place, $0.message) })
        }
    }

    /// What is wrong with flags; what stands beside them in a layer is no part of them.
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
                // Place and position stand before the sentence.
                var bare = fault
                bare.place = []
                bare.position = nil
                return LintFault(fault.place, "\(bare)")
            }
        }
    }

    /// Whether it is what `layers.put` takes.
    private static func isLayer(_ object: JSONObject) -> Bool {
        object["values"]?.kind == .object
            && ["name", "schema", "ttl", "locks", "killSwitch", "source", "flags"].contains { object[$0] != nil }
    }

    /// A file that says by which schema editors check it says no value by that.
    private static func withoutSchema(_ object: JSONObject) -> JSONObject {
        var object = object
        object["$schema"] = nil
        return object
    }

    /// The faults with their places in the text; what is missing is where it should be.
    private static func located(_ faults: [LintFault], _ source: JSONSource, _ text: Span<UInt8>) -> [LintFault] {
        var located: [LintFault] = []
        for fault in faults {
            var place = fault.place
            var node = source.node(at: place, in: text)
            while node == nil, !place.isEmpty {
                place.removeLast()
                node = source.node(at: place, in: text)
            }
            let (line, column) = JSONFault.position(of: node?.value.lowerBound ?? 0, in: text)
            var found = fault
            found.line = line
            found.column = column
            located.append(found)
        }
        return located
    }
}
