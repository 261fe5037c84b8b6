package import JSONCore

/// Why an evaluation gives nothing but the caller's default: facts; the sentence is below.
package enum EvaluationFault: Error, Equatable, Sendable {
    /// There is no flag of this key; perhaps a tunable, which is something else.
    case unknownFlag(nearest: String?, isTunable: Bool = false)
    /// The rule refers to a shared rule that its document does not have.
    case missingEvaluator(String)
    /// The value is not of the type that was asked for.
    case type(expected: FlagType, found: FlagType)
    /// The context's targeting key is no string.
    case targetingKey(JSONKind)
    /// The rule named no variant of the flag.
    case unknownVariant(String, nearest: String?)
    /// The rule gave what names nothing.
    case result(JSONKind)
    /// The rule took too much.
    case limit(RuleLimitFault)

    /// OpenFeature's word for it.
    package var code: String {
        switch self {
        case .unknownFlag: "FLAG_NOT_FOUND"
        case .missingEvaluator: "PARSE_ERROR"
        case .type: "TYPE_MISMATCH"
        case .targetingKey: "INVALID_CONTEXT"
        case .unknownVariant, .result, .limit: "GENERAL"
        }
    }

    /// One sentence for a person about the flag that was asked for.
    package func sentence(about key: String) -> String {
        switch self {
        case .unknownFlag(_, isTunable: true): "there is no flag \(key.shown), but a tunable of that name"
        case .unknownFlag(let nearest, _): "there is no flag \(key.shown)" + NearestName.question(nearest?.shown)
        case .missingEvaluator(let name):
            "the rule of \(key.shown) refers to \(name.shown), which is not among its document's $evaluators"
        case .type(let expected, let found): "\(key.shown) is \(found.words), not \(expected.words)"
        case .targetingKey(let kind): "the context's targetingKey must be a string, got \(kind.words)"
        case .unknownVariant(let name, let nearest):
            "the rule of \(key.shown) gives \(name.shown), which is no variant" + NearestName.question(nearest?.shown)
        case .result(let kind): "the rule of \(key.shown) gives \(kind.words), which names no variant"
        case .limit(.steps(let limit)): "the rule of \(key.shown) takes more than \(limit) steps"
        case .limit(.depth(let limit)): "the rule of \(key.shown) makes a value that nests deeper than \(limit)"
        }
    }
}
