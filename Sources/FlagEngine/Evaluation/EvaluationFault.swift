package import JSONCore

/// The reason why an evaluation returns the caller's default.
///
/// It is indirect, since most evaluations have none and are copied.
package indirect enum EvaluationFault: Error, Equatable, Sendable {
    /// There is no flag with this key, but there may be a tunable with it.
    case unknownFlag(nearest: String?, isTunable: Bool = false)
    /// The rule refers to a shared rule that is not in its document.
    case missingEvaluator(String)
    /// The value does not have the requested type.
    case type(expected: FlagType, found: FlagType)
    /// The rule returned a name that is not a variant.
    case unknownVariant(String, nearest: String?)
    /// The rule returned an array or an object, which cannot name a variant.
    case result(JSONKind)
    /// The rule exceeded a limit.
    case limit(RuleLimitFault)

    /// The OpenFeature error code.
    package var code: String {
        switch self {
        case .unknownFlag: "FLAG_NOT_FOUND"
        case .missingEvaluator: "PARSE_ERROR"
        case .type: "TYPE_MISMATCH"
        case .unknownVariant, .result, .limit: "GENERAL"
        }
    }

    /// Returns one sentence for a person about the requested flag.
    package func sentence(about key: String) -> String {
        switch self {
        case .unknownFlag(_, isTunable: true): "\(key.shown) is a tunable, not a flag"
        case .unknownFlag(let nearest, _): "there is no flag \(key.shown)" + NearestName.question(nearest?.shown)
        case .missingEvaluator(let name):
            "the rule of \(key.shown) refers to \(name.shown), which is not in $evaluators"
        case .type(let expected, let found): "\(key.shown) is \(found.words), not \(expected.words)"
        case .unknownVariant(let name, let nearest):
            "the rule of \(key.shown) returns \(name.shown), which is not a variant"
                + NearestName.question(nearest?.shown)
        case .result(let kind): "the rule of \(key.shown) returns \(kind.words), which cannot name a variant"
        case .limit(.steps(let limit)): "the rule of \(key.shown) takes more than \(limit) steps"
        case .limit(.depth(let limit)):
            "the rule of \(key.shown) creates a value that is nested deeper than \(limit) levels"
        }
    }
}
