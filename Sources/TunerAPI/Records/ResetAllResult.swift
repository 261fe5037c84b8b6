package import JSONCore

/// The result of `tunables.resetAll`.
package struct ResetAllResult: LeavingResult {
    package static let fields = JSONFieldTable<ResetAllResult>(
        JSONField.members(of: \.result) + [
            .optional("left", \.left, "Locked keys that kept their values, at most 1000; absent where none did.")
        ]
    )

    package var result = ChangesResult()
    package var left: [LeftKeyRecord]?

    package init() {}
}
