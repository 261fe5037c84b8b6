package import JSONCore

/// The result of `tunables.update`.
package struct UpdateResult: StagedResult {
    package static let fields = JSONFieldTable<UpdateResult>(
        JSONField.members(of: \.result) + [
            .optional("staged", \.staged, "The number of pieces that the daemon holds; absent after the last one.")
        ]
    )

    package var result = ChangesResult()
    package var staged: Int64?

    package init() {}
}
