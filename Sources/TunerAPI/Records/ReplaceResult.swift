package import JSONCore

/// The result of `tunables.setAll` and `tunables.import`.
package struct ReplaceResult: StagedResult, SkippingResult {
    package static let fields = JSONFieldTable<ReplaceResult>(
        JSONField.members(of: \.result) + [
            .optional("left", \.skipped, "The keys that kept their values, at most 1000; absent if there are none."),
            .optional("staged", \.staged, "The number of pieces that the daemon holds; absent after the last one."),
        ]
    )

    package var result = ChangesResult()
    package var skipped: [SkippedKeyRecord]?
    package var staged: Int64?

    package init() {}
}
