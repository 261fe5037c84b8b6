package import JSONCore

/// The result of `tunables.setAll` and `tunables.import`.
package struct ReplaceResult: StagedResult, LeavingResult {
    package static let fields = JSONFieldTable<ReplaceResult>(
        JSONField.members(of: \.result) + [
            .optional("left", \.left, "The keys that kept their values, at most 1000; absent if there are none."),
            .optional("staged", \.staged, "The number of pieces that the daemon holds; absent after the last one."),
        ]
    )

    package var result = ChangesResult()
    package var left: [SkippedKeyRecord]?
    package var staged: Int64?

    package init() {}
}
