package import JSONCore

/// The result of `tunables.setAll` and `tunables.import`.
package struct ReplaceResult: StagedResult, LeavingResult {
    package static let fields = JSONFieldTable<ReplaceResult>(
        JSONField.members(of: \.result) + [
            .optional("left", \.left, "Keys that kept their values, at most 1000; absent where none did."),
            .optional("staged", \.staged, "How many pieces of the call are here, where further ones follow."),
        ]
    )

    package var result = ChangesResult()
    package var left: [LeftKeyRecord]?
    package var staged: Int64?

    package init() {}
}
