import JSONCore

/// A reader of definitions that stops at the first error in each.
struct FlagReader {
    private var compiler: RuleCompiler
    private let shared: JSONObject
    /// The variants of the last flag: most flags have equal ones, which then share their memory.
    private var lastVariants = JSONObject()

    /// Creates a reader for a document with these shared rules and this metadata.
    init(evaluators: EvaluatorTable = EvaluatorTable(), metadata: JSONObject = JSONObject()) {
        compiler = RuleCompiler(evaluators: evaluators)
        shared = metadata
    }

    /// Whether the document has no metadata, so that it adds nothing to a definition without shared rules.
    var addsNothing: Bool { shared.isEmpty }

    /// Reads one definition; `text` is its text, if it has one.
    mutating func read(_ value: JSON, key: FlagKey, text: Span<UInt8>? = nil) throws(FlagFault) -> FlagDefinition {
        guard case .object(let object) = value else { throw FlagFault(.kind(expected: .object, found: value.kind)) }
        let members = FlagMembers(object)
        let state = try FlagReader.inside("state") { () throws(FlagFault) in
            try FlagReader.state(members.state.map { object.members[$0].value })
        }
        let (read, type) = try FlagReader.inside("variants") { () throws(FlagFault) in
            try FlagReader.variants(members.variants.map { object.members[$0].value })
        }
        let variants = read.members == lastVariants.members ? lastVariants : read
        lastVariants = variants
        let defaultVariant = try FlagReader.inside("defaultVariant") { () throws(FlagFault) in
            try FlagReader.defaultVariant(members.defaultVariant.map { object.members[$0].value }, variants)
        }
        let rule = try FlagReader.inside("targeting") { () throws(FlagFault) in
            try FlagReader.rule(members.targeting.map { object.members[$0].value }, &compiler)
        }
        var metadata = try FlagReader.metadata(members.metadata.map { object.members[$0].value })
        var definition = object
        var isChanged = false
        if let rule, rule.hasReferences, let targeting = members.targeting {
            definition["targeting"] = compiler.evaluators.inlined(object.members[targeting].value)
            isChanged = true
        }
        if !shared.isEmpty {
            metadata = FlagReader.joined(shared, metadata)
            definition["metadata"] = .object(metadata)
            isChanged = true
        }
        let source =
            if let text {
                isChanged ? DefinitionSource(changed: definition) : .text(text.copied)
            } else {
                DefinitionSource.tree(definition)
            }
        return FlagDefinition(
            key: key,
            source: source,
            state: state,
            type: type,
            variants: variants,
            defaultVariant: defaultVariant,
            rule: rule,
            metadata: metadata
        )
    }

    /// Adds a member's name to the path of its errors; the error of a missing member belongs to the whole definition.
    @inline(__always)
    private static func inside<Result>(
        _ name: String,
        _ body: () throws(FlagFault) -> Result
    ) throws(FlagFault) -> Result {
        do throws(FlagFault) {
            return try body()
        } catch {
            guard case .missing = error.problem else { throw error.inside(.name(name)) }
            throw error
        }
    }

    private static func state(_ value: JSON?) throws(FlagFault) -> FlagState {
        guard let value else { throw FlagFault(.missing("state")) }
        guard case .string(let word) = value else { throw FlagFault(.kind(expected: .string, found: value.kind)) }
        for state in FlagState.allCases where state.rawValue.hasSameBytes(as: word) {
            return state
        }
        let nearest = NearestName.nearest(to: word, among: FlagState.allCases.lazy.map(\.rawValue))
        throw FlagFault(.state(word, nearest: nearest))
    }

    private static func variants(_ value: JSON?) throws(FlagFault) -> (JSONObject, FlagType) {
        guard let value else { throw FlagFault(.missing("variants")) }
        guard case .object(let variants) = value else {
            throw FlagFault(.kind(expected: .object, found: value.kind))
        }
        guard let first = variants.members.first else { throw FlagFault(.noVariants) }
        let firstKind = first.value.kind
        let members = variants.members.span
        for index in 0..<members.count {
            let kind = members[index].value.kind
            let isGood = kind == firstKind && kind != .null && kind != .array && !members[index].name.utf8.isEmpty
            guard isGood else { throw fault(of: variants.members[index], firstKind) }
        }
        guard let type = FlagType(of: first.value) else { throw FlagFault(.noVariants) }
        return (variants, type)
    }

    /// Returns what is wrong with an invalid variant.
    private static func fault(of variant: JSONObject.Member, _ firstKind: JSONKind) -> FlagFault {
        let kind = variant.value.kind
        guard !variant.name.utf8.isEmpty else { return FlagFault(.emptyName, at: [.name(variant.name)]) }
        guard FlagType(of: variant.value) != nil else {
            return FlagFault(.kind(expected: .variantValue, found: kind), at: [.name(variant.name)])
        }
        return FlagFault(.mixedVariants(first: firstKind, found: kind), at: [.name(variant.name)])
    }

    private static func defaultVariant(_ value: JSON?, _ variants: JSONObject) throws(FlagFault) -> Int? {
        switch value {
        case nil, .null: return nil
        case .string(let name):
            if let index = variants.members.firstIndex(where: { $0.name.hasSameBytes(as: name) }) {
                return index
            }
            let nearest = NearestName.nearest(to: name, among: variants.members.lazy.map(\.name))
            throw FlagFault(.unknownVariant(name, nearest: nearest))
        case let other?: throw FlagFault(.kind(expected: .stringOrNull, found: other.kind))
        }
    }

    /// Compiles a rule; returns nil if it is missing or an empty object.
    private static func rule(_ value: JSON?, _ compiler: inout RuleCompiler) throws(FlagFault) -> Rule? {
        switch value {
        case nil, .null: return nil
        case .object(let logic):
            guard let value, !logic.isEmpty else { return nil }
            return try compiler.compiled(value)
        case let other?: throw FlagFault(.kind(expected: .rule, found: other.kind))
        }
    }

    /// Returns the metadata of a flag or a document; its values must be booleans, strings or numbers.
    static func metadata(_ value: JSON?) throws(FlagFault) -> JSONObject {
        let step = JSONSource.Step.name("metadata")
        switch value {
        case nil: return JSONObject()
        case .object(let metadata):
            for member in metadata.members {
                switch member.value {
                case .boolean, .string, .integer, .double: break
                case .null, .array, .object:
                    let problem = FlagFault.Problem.kind(expected: .metadataValue, found: member.value.kind)
                    throw FlagFault(problem, at: [step, .name(member.name)])
                }
            }
            return metadata
        case let other?: throw FlagFault(.kind(expected: .object, found: other.kind), at: [step])
        }
    }

    private static func joined(_ shared: JSONObject, _ own: JSONObject) -> JSONObject {
        var joined = shared
        for member in own.members {
            joined[member.name] = member.value
        }
        return joined
    }
}
