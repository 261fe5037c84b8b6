package import JSONCore

/// The result of `tunables.update`.
package struct UpdateResult: StagedResult {
    package static let fields = JSONFieldTable<UpdateResult>(
        JSONField.members(of: \.result) + [
            .optional("staged", \.staged, "How many pieces of the call are here, where further ones follow.")
        ]
    )

    package var result = ChangesResult()
    package var staged: Int64?

    package init() {}
}
