import JSONCore

extension FlagSet {
    /// Reads the text of a flagd document flag by flag; returns nil if it has any fault.
    ///
    /// This never has a tree of the whole document, which takes several times the memory of the flags. For a text with a
    /// fault, ``FlagDocumentReader`` finds all faults. A flag that is equal in `old` is taken from there.
    init?(valid text: Span<UInt8>, depthLimit: Int, reusing old: FlagSet = FlagSet()) {
        guard text.count < JSONRange.textLimit, let document = try? JSON.check(text, depthLimit: depthLimit),
            document.kind == .object, let parts = DocumentParts(document, in: text),
            let members = parts.flags, members.kind == .object, var reader = parts.reader
        else { return nil }
        self.init()
        var iterator = JSONMembers(of: members)
        while let (name, value) = iterator.next(in: text) {
            guard let name = name.string(in: text), let key = try? FlagDocumentReader.key(name),
                let flag = FlagSet.read(value, in: text, key, &reader, reusing: old[key]), insertNew(flag)
            else { return nil }
        }
    }

    private static func read(
        _ value: JSONRange,
        in text: Span<UInt8>,
        _ key: FlagKey,
        _ reader: inout FlagReader,
        reusing old: FlagDefinition?
    ) -> FlagDefinition? {
        let text = text.extracting(value.source)
        if reader.addsNothing, let old, old.hasText(text) {
            return old
        }
        guard let tree = JSON.distinct(text), let flag = try? reader.read(tree, key: key, text: text) else {
            return nil
        }
        return flag == old ? old : flag
    }
}

/// The parts of a document that is read without a tree.
private struct DocumentParts {
    /// The flags; nil if the document has none.
    private(set) var flags: JSONRange?
    private var evaluators: JSON?
    private var metadata: JSON?

    /// Finds the parts; returns nil if a name outside of the flags is repeated.
    init?(_ document: JSONRange, in text: Span<UInt8>) {
        var names: Set<String> = []
        var members = JSONMembers(of: document)
        while let (range, value) = members.next(in: text) {
            guard let name = range.string(in: text), names.insert(name).inserted else { return nil }
            guard !name.hasSameBytes(as: "flags") else {
                flags = value
                continue
            }
            guard let tree = JSON.distinct(text.extracting(value.source)) else { return nil }
            if name.hasSameBytes(as: "$evaluators") {
                evaluators = tree
            } else if name.hasSameBytes(as: "metadata") {
                metadata = tree
            }
        }
    }

    /// A reader for the flags; nil if the shared rules or the metadata have a fault.
    var reader: FlagReader? {
        guard let metadata = try? FlagReader.metadata(metadata) else { return nil }
        switch evaluators {
        case nil: return FlagReader(metadata: metadata)
        case .object(let rules):
            let table = EvaluatorTable(rules)
            return table.faults.isEmpty ? FlagReader(evaluators: table, metadata: metadata) : nil
        default: return nil
        }
    }
}

extension JSON {
    /// Returns the value of a checked text; nil if an object in it repeats a name.
    fileprivate static func distinct(_ text: Span<UInt8>) -> JSON? {
        var repeatsNames = false
        let value = try? JSON.parse(text, depthLimit: deepestLimit, repeatsNames: &repeatsNames)
        return repeatsNames ? nil : value
    }
}
