import FlagEngine
import JSONCore

/// Checks the names that the rule of a source reads: `labels`, `labels.NAME` and `flags.KEY`.
enum RuleNames {
    /// Returns the keys of the flags, each once; nil if a name has a fault, which is reported to the reader.
    static func flagKeys(
        _ reads: [Rule.Read],
        at path: [JSONSource.Step],
        _ reader: inout ConfigurationReader
    ) -> [String]? {
        let faults = reader.faults.count
        var keys: [String] = []
        for read in reads {
            guard let key = flagKey(read, at: path + read.steps, &reader) else { continue }
            if let other = keys.first(where: { overlap($0.parts, key.parts) }) {
                guard other != key else { continue }
                reader.report(
                    "reads the flags \(other.shown) and \(key.shown), but one name begins with the other",
                    at: path + read.steps
                )
            }
            keys.append(key)
        }
        return reader.faults.count == faults ? keys : nil
    }

    /// Returns the key of the flag that a name refers to; nil for a label or a fault.
    private static func flagKey(
        _ read: Rule.Read,
        at path: [JSONSource.Step],
        _ reader: inout ConfigurationReader
    ) -> String? {
        guard let name = read.name else {
            reader.report("the name is computed; a rule of a source must have the whole name in a string", at: path)
            return nil
        }
        let parts = name.parts
        if parts[0] == "labels" { return nil }
        guard parts[0] == "flags" else {
            let words = name.isEmpty ? "all data" : name.shown
            reader.report("reads \(words); there are only labels.NAME and flags.KEY", at: path)
            return nil
        }
        let key = String(name.dropFirst("flags.".count))
        if let fault = FlagKey.fault(in: key.utf8.span) {
            reader.report("must name a flag: \(fault.sentence(about: key))", at: path)
            return nil
        }
        return key
    }

    /// Returns whether one name is the other one, or begins with it.
    private static func overlap(_ left: [String], _ right: [String]) -> Bool {
        zip(left, right).allSatisfy { $0 == $1 }
    }
}
