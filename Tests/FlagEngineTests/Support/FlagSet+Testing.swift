import FlagEngine
import JSONCore

extension FlagSet {
    /// Flags written as JSON text.
    init(text: String) throws {
        try self.init(Array(text.utf8).span)
    }

    /// One string flag, `flag`, that has such variants, of which the first is the default, and such a rule.
    init(rule: String, variants: [String] = ["default", "one", "two", "true", "false"]) throws {
        let members = variants.map { #""\#($0)": "\#($0) value""# }.joined(separator: ",")
        try self.init(
            text: """
                {"flags": {"flag": {"state": "ENABLED", "variants": {\(members)},
                 "defaultVariant": "\(variants[0])", "targeting": \(rule)}}}
                """
        )
    }

    /// What a flag comes to for who gives such a context.
    func evaluate(
        _ key: String,
        _ request: EvaluationRequest = EvaluationRequest(),
        given: JSONObject = JSONObject(),
        at timestamp: Int64 = 0
    ) throws -> Evaluation {
        evaluate(try FlagKey(key), request, in: EvaluationContext(given: given, timestamp: timestamp))
    }
}
