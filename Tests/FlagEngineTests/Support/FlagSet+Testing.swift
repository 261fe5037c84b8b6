import FlagEngine
import JSONCore

extension FlagSet {
    /// Creates a set of flags from JSON text.
    init(text: String) throws {
        try self.init(Array(text.utf8).span)
    }

    /// Creates a set with one string flag, `flag`, with a rule and variants, of which the first is the default.
    init(rule: String, variants: [String] = ["default", "one", "two", "true", "false"]) throws {
        let members = variants.map { #""\#($0)": "\#($0) value""# }.joined(separator: ",")
        try self.init(
            text: """
                {"flags": {"flag": {"state": "ENABLED", "variants": {\(members)},
                 "defaultVariant": "\(variants[0])", "targeting": \(rule)}}}
                """
        )
    }

    /// Returns the evaluation of a flag in a context.
    func evaluate(
        _ key: String,
        _ request: EvaluationRequest = EvaluationRequest(),
        given: JSONObject = JSONObject(),
        at timestamp: Int64 = 0
    ) throws -> Evaluation {
        evaluate(try FlagKey(key), request, in: EvaluationContext(given: given, timestamp: timestamp))
    }
}
