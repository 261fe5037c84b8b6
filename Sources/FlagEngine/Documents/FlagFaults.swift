/// The errors in a document of flags, in order; at least one.
package struct FlagFaults: Error, Equatable, Sendable {
    /// The number of faults that are collected at most; a document with more usually repeats one mistake.
    package static let limit = 100

    /// The first faults.
    package let faults: [FlagFault]

    /// The number of further faults.
    package let more: Int

    /// Creates the list; it must not be empty.
    init(_ faults: [FlagFault], more: Int = 0) {
        precondition(!faults.isEmpty, "a refusal without a fault")
        self.faults = faults
        self.more = more
    }
}
