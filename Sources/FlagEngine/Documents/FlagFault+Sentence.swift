package import JSONCore

extension FlagFault: CustomStringConvertible {
    /// One sentence for a person: the path and what is wrong there.
    package var description: String {
        let line = position.map { "line \($0.line), column \($0.column): " } ?? ""
        return line + (steps.isEmpty ? "" : path.shownWhole + " ") + sentence
    }

    /// The path for a person, such as `flags/banner/targeting/if/0`; empty for the whole document.
    package var path: String {
        steps.map { step in
            switch step {
            case .name(let name): name
            case .position(let position): "\(position)"
            }
        }.joined(separator: "/")
    }

    /// The members of the error's `data`: the path, and what explains the problem.
    package var facts: JSONObject {
        var facts: JSONObject = ["path": .string(path.shortened)]
        if let position {
            facts["line"] = .integer(Int64(position.line))
            facts["column"] = .integer(Int64(position.column))
        }
        switch problem {
        case .state(let word, let nearest), .type(let word, let nearest), .unknownVariant(let word, let nearest):
            facts["value"] = .string(word.shortened)
            facts["nearest"] = nearest.map { .string($0.shortened) }
        case .unknownOperator(let nearest), .unknownWord(let nearest):
            facts["nearest"] = nearest.map { .string($0.shortened) }
        case .version(let word), .comparison(let word), .reservedVariable(let word):
            facts["value"] = .string(word.shortened)
        case .weight(let value): facts["value"] = value
        case .weightSum(let limit): facts["limit"] = .integer(limit)
        case .tooDeep(let limit), .tooLarge(let limit): facts["limit"] = .integer(Int64(limit))
        default: break
        }
        return facts
    }

    /// The part of the sentence after the path.
    private var sentence: String {
        switch problem {
        case .text(let fault): "\(fault.reason)"
        case .repeated(let name, let line): "the name \(name.shown) is repeated; the first one is on line \(line)"
        case .kind(let expected, let found): "must be \(expected.words), got \(found.words)"
        case .missing(let name): steps.isEmpty ? "\(name) is missing" : "has no \(name)"
        case .arrayOfFlags: "must be an object of flags by key; an array of flags is not supported"
        case .key(let fault): "is not a valid flag key: \(fault.sentence(about: key))"
        case .state(let word, let nearest): "must be ENABLED or DISABLED, got \(word.shown)" + Self.guess(nearest)
        case .noVariants: "must have at least one variant"
        case .emptyName: "must not have an empty name"
        case .mixedVariants(let first, let found): "must be \(first.words) like the first variant, got \(found.words)"
        case .unknownVariant(let word, let nearest): "names \(word.shown), which is not a variant" + Self.guess(nearest)
        case .unknownWord(let nearest): "is not a member of a declaration" + Self.guess(nearest)
        case .typeOrVariants: "must have either a type or variants"
        case .type(let word, let nearest):
            "must be boolean, string, number or object, got \(word.shown)" + Self.guess(nearest)
        case .defaultType(let expected, let found): "must be \(expected.words), got \(found.words)"
        case .defaultIsNoVariant: "must be the value of a variant"
        case .notOneOperator(let count): "must be one operator with its operands, got \(count) members"
        case .unknownOperator(let nearest): "is not an operator" + Self.guess(nearest)
        case .operandCount(let expected, let found): "takes \(expected) operands, got \(found)"
        case .reservedVariable(let word):
            "reads \(word.shown); there are only $flagd.flagKey and $flagd.timestamp"
        case .share(let found): "must be an array of a variant and an optional weight, got \(found.words)"
        case .noShares: "must have at least one share"
        case .weight(let value): "must be a whole number, 0 or more, got \(Self.shown(value))"
        case .weightSum(let limit): "has weights whose sum is greater than \(limit)"
        case .version(let word): "must be a version such as 1.2.3, got \(word.shown)"
        case .comparison(let word):
            "must be one of \(VersionComparison.allCases.map(\.rawValue).joined(separator: " ")), got \(word.shown)"
        case .cycle(let name): "refers to itself through \(name.shown)"
        case .tooDeep(let limit): "is nested deeper than \(limit) levels, with the rules that it refers to"
        case .tooLarge(let limit): "has more than \(limit) parts, with the rules that it refers to"
        }
    }

    private var key: String {
        if case .name(let name)? = steps.last { name } else { "" }
    }

    private static func guess(_ nearest: String?) -> String { NearestName.question(nearest?.shown) }

    private static func shown(_ value: JSON) -> String { JavaScript.text(value).shown }
}

extension FlagFault.Expected {
    fileprivate var words: String {
        switch self {
        case .object: "an object"
        case .string: "a string"
        case .stringOrNull: "a string or null"
        case .variantValue: "a boolean, a string, a number or an object"
        case .metadataValue: "a boolean, a string or a number"
        case .rule: "a rule, which is an object"
        case .stringOrRule: "a string or a rule"
        case .versionOrRule: "a version or a rule"
        case .bucketingRule: "a rule to bucket by, or a share"
        case .operands: "an array of operands"
        case .weight: "a whole number or a rule"
        case .comparison: "a comparison in a string"
        }
    }
}
