import FlagEngine
import JSONCore
import TunableEngine

/// A test case: the expected evaluation of a flag in a context.
struct FlagCase: JSONRecord {
    static let fields = JSONFieldTable<FlagCase>([
        .required("flag", \.flag, "The flag's key."),
        .optional("context", \.context, "The context for the rules."),
        .optional("timestamp", \.timestamp, "The time for the rules, in seconds since 1970; by default now."),
        .optional("default", \.fallback, "The caller's default."),
        .optional("variant", \.variant, "The expected variant."),
        .optional("value", \.value, "The expected value."),
        .optional("reason", \.reason, "The expected reason."),
    ])

    var flag = ""
    var context: JSONObject?
    var timestamp: Int64?
    var fallback: JSON?
    var variant: String?
    var value: JSON?
    var reason: String?

    /// Returns whether an evaluation is the expected one.
    func accepts(_ evaluation: Evaluation) -> Bool {
        if let variant, evaluation.variant?.hasSameBytes(as: variant) != true { return false }
        if let value, evaluation.value.map(JSONByValue.init) != JSONByValue(value) { return false }
        return reason == nil || reason == evaluation.reason.rawValue
    }

    /// The expected members, for the report.
    var expectation: JSONObject {
        var expectation = JSONObject()
        expectation["variant"] = variant.map { .string($0) }
        expectation["value"] = value
        expectation["reason"] = reason.map { .string($0) }
        return expectation
    }
}
