package import JSONCore

/// The result of `tunables.resetAll`.
package struct ResetAllResult: SkippingResult {
    package static let fields = JSONFieldTable<ResetAllResult>(
        JSONField.members(of: \.result) + [
            .optional(
                "left",
                \.skipped,
                "The locked keys that kept their values, at most 1000; absent if there are none."
            )
        ]
    )

    package var result = ChangesResult()
    package var skipped: [SkippedKeyRecord]?

    package init() {}
}
