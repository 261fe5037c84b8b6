package import JSONCore

/// The parameters of `flags.evaluate`.
package struct EvaluateParameters: JSONRecord {
    package static let fields = JSONFieldTable<EvaluateParameters>([
        .required("key", \.key, "The flag's key."),
        .optional("type", \.type, "The type that the value must be of: boolean, string, integer, number, object."),
        .optional("default", \.fallback, "The value where the flag gives none.").bounded(.value),
        .optional("context", \.context, "What rules may know of who asks.").bounded(.value),
        .defaulted("explain", \.explains, "Whether the path through the rule is told."),
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
        .optional("context", \.context, "What rules may know of who asks.").bounded(.value),
        .optional("limit", \.limit, "At most so many."),
        .optional("after", \.after, "Only those behind this key."),
    ])

    package var context: JSONObject?
    package var limit: Int64?
    package var after: String?

    package init() {}
}

/// What a flag comes to; the result of `flags.evaluate`.
package struct EvaluationRecord: JSONRecord {
    package static let fields = JSONFieldTable<EvaluationRecord>([
        .required("key", \.key, "The flag's key."),
        .optional("value", \.value, "The value; absent where the flag gives none and the caller gave no default."),
        .optional("variant", \.variant, "The variant that has the value."),
        .required("reason", \.reason, "STATIC, DEFAULT, TARGETING_MATCH, SPLIT, DISABLED or ERROR."),
        .optional("forced", \.isForced, "True where somebody forced it."),
        .optional("limited", \.isLimited, "True where a kill switch decided."),
        .optional("metadata", \.metadata, "What else the definition says."),
        .optional("errorCode", \.errorCode, "OpenFeature's code, with the reason ERROR."),
        .optional("errorMessage", \.errorMessage, "What is wrong, for a person."),
        .optional("explain", \.explanation, "The path through the rule that decided."),
    ])

    package var key = ""
    package var value: JSON?
    package var variant: String?
    package var reason = ""
    package var isForced: Bool?
    package var isLimited: Bool?
    package var metadata: JSONObject?
    package var errorCode: String?
    package var errorMessage: String?
    package var explanation: JSONObject?

    package init() {}
}

/// The result of `flags.evaluateAll`.
package struct EvaluateAllResult: JSONRecord {
    package static let fields = JSONFieldTable<EvaluateAllResult>([
        .required("flags", \.flags, "What each comes to, by the keys' bytes."),
        .required("revision", \.revision, "The state's last commit."),
        .optional("more", \.more, "True where there is another page."),
    ])

    package var flags: [EvaluationRecord] = []
    package var revision: Int64 = 0
    package var more: Bool?

    package init() {}
}
