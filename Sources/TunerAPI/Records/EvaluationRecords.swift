package import JSONCore

/// The parameters of `flags.evaluate`.
package struct EvaluateParameters: JSONRecord {
    package static let fields = JSONFieldTable<EvaluateParameters>([
        .required("key", \.key, "The key of the flag."),
        .optional("type", \.type, "The type that the value must have: boolean, string, integer, number or object."),
        .optional("default", \.fallback, "The value to return if the flag gives none.").bounded(.value),
        .optional("context", \.context, "The context for the rules, as an object of attributes.").bounded(.value),
        .defaulted("explain", \.explains, "Whether to return the path through the rule; by default false."),
    ])

    package var key = ""
    package var type: String?
    package var fallback: JSON?
    package var context: JSONObject?
    package var explains = false

    package init() {}
}

/// The parameters of `flags.evaluateAll`.
package struct EvaluateAllParameters: JSONRecord {
    package static let fields = JSONFieldTable<EvaluateAllParameters>([
        .optional("context", \.context, "The context for the rules, as an object of attributes.").bounded(.value),
        .optional("limit", \.limit, "The maximum number of entries; by default all."),
        .optional("after", \.after, "The last key of the page before; only later keys are included."),
    ])

    package var context: JSONObject?
    package var limit: Int64?
    package var after: String?

    package init() {}
}

/// The evaluation of a flag; the result of `flags.evaluate`.
package struct EvaluationRecord: JSONRecord {
    package static let fields = JSONFieldTable<EvaluationRecord>([
        .required("key", \.key, "The key of the flag."),
        .optional("value", \.value, "The value; absent if the flag gives none and the call has no default."),
        .optional("variant", \.variant, "The variant of the value."),
        .required("reason", \.reason, "STATIC, DEFAULT, TARGETING_MATCH, SPLIT, DISABLED or ERROR."),
        .optional("overridden", \.isOverridden, "True if an override decided."),
        .optional("limited", \.isLimited, "True if a kill switch decided."),
        .optional("metadata", \.metadata, "The metadata of the definition."),
        .optional("errorCode", \.errorCode, "The error code of OpenFeature, if the reason is ERROR."),
        .optional("errorMessage", \.errorMessage, "The error, for people."),
        .optional("explain", \.explanation, "The path through the rule that decided."),
    ])

    package var key = ""
    package var value: JSON?
    package var variant: String?
    package var reason = ""
    package var isOverridden: Bool?
    package var isLimited: Bool?
    package var metadata: JSONObject?
    package var errorCode: String?
    package var errorMessage: String?
    package var explanation: JSONObject?

    package init() {}
}

/// The evaluation of a flag in a list; the caller gives no default and requests no path.
package struct ListedEvaluation: JSONRecord {
    package static let fields = JSONFieldTable<ListedEvaluation>([
        .required("key", \.key, "The key of the flag."),
        .optional("value", \.value, "The value; absent if the flag gives none."),
        .optional("variant", \.variant, "The variant of the value."),
        .required("reason", \.reason, "STATIC, DEFAULT, TARGETING_MATCH, SPLIT, DISABLED or ERROR."),
        .optional("overridden", \.isOverridden, "True if an override decided."),
        .optional("limited", \.isLimited, "True if a kill switch decided."),
        .optional("metadata", \.metadata, "The metadata of the definition."),
        .optional("errorCode", \.errorCode, "The error code of OpenFeature, if the reason is ERROR."),
        .optional("errorMessage", \.errorMessage, "The error, for people."),
    ])

    package var key = ""
    package var value: JSON?
    package var variant: String?
    package var reason = ""
    package var isOverridden: Bool?
    package var isLimited: Bool?
    package var metadata: JSONObject?
    package var errorCode: String?
    package var errorMessage: String?

    package init() {}
}

/// The result of `flags.evaluateAll`.
package struct EvaluateAllResult: JSONRecord {
    package static let fields = JSONFieldTable<EvaluateAllResult>([
        .required("flags", \.flags, "The evaluations, sorted by the bytes of the keys."),
        .required("revision", \.revision, "The revision of the state's last commit."),
        .optional("more", \.more, "True if there are more entries."),
        .optional("flagsVersion", \.flagsVersion, "The version of the flags; absent in a world."),
        .optional("readsTime", \.readsTime, "True if the time alone may change one of these evaluations."),
    ])

    package var flags: [ListedEvaluation] = []
    package var revision: Int64 = 0
    package var more: Bool?
    package var flagsVersion: String?
    package var readsTime: Bool?

    package init() {}
}
