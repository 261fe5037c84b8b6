import TunerAPI

/// The value of a flag, and why the flag has this value.
///
/// ```swift
/// let details = try await features.$darkMode.details
/// if details.errorCode != nil { show("no flag \(features.$darkMode.key): \(details.reason)") }
/// ```
public struct FlagDetails<Value: Sendable>: Sendable {
    /// The value, or nil if the daemon gives none: `details.value ?? false`.
    public let value: Value?

    /// The variant of the value, or nil: `details.variant == "on"`.
    public let variant: String?

    /// The reason in the words of OpenFeature: `details.reason == "TARGETING_MATCH"`.
    public let reason: String

    /// The error code in the words of OpenFeature, or nil: `details.errorCode == "FLAG_NOT_FOUND"`.
    public let errorCode: String?

    /// Whether the flag has its default: `show(details.isDefault ? "not set" : details.reason)`.
    ///
    /// This is the default variant without an override and without a rule that selected a variant. It is also the
    /// program's default, if the daemon gives no value.
    public var isDefault: Bool { value == nil || !isOverridden && (reason == "STATIC" || reason == "DEFAULT") }

    /// Whether an override decided: `if details.isOverridden { show("set by tunerctl flag") }`.
    public let isOverridden: Bool

    /// Whether a kill switch decided: `if details.isLimited { show("limited to its default") }`.
    public let isLimited: Bool

    package init(
        value: Value?,
        variant: String?,
        reason: String,
        errorCode: String?,
        isOverridden: Bool = false,
        isLimited: Bool = false
    ) {
        (self.value, self.variant, self.reason, self.errorCode) = (value, variant, reason, errorCode)
        (self.isOverridden, self.isLimited) = (isOverridden, isLimited)
    }
}

extension FlagDetails: Equatable where Value: Equatable {}

extension Flag {
    /// The present evaluation of the flag in its context.
    ///
    /// Each read calls the daemon.
    ///
    /// ```swift
    /// let reason = try await features.$darkMode.details.reason
    /// ```
    public var details: FlagDetails<Value> {
        get async throws(TunerError) {
            guard case .flag(let key, let context) = tuner.store.evaluated(at: index) else {
                preconditionFailure("the cell of a flag belongs to a flag")
            }
            let result: EvaluationRecord = try await tuner.response { .evaluate(key, context, $0) }
            let value: Value?
            if let json = result.value { value = try Tuner.decoded(json, of: key) } else { value = nil }
            return FlagDetails(
                value: value,
                variant: result.variant,
                reason: result.reason,
                errorCode: result.errorCode,
                isOverridden: result.isOverridden == true,
                isLimited: result.isLimited == true
            )
        }
    }
}
