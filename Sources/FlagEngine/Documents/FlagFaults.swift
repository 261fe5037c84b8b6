/// What is wrong with a document of flags, in its order; never nothing.
package struct FlagFaults: Error, Equatable, Sendable {
    /// How many faults are gathered: who has more has one that is repeated.
    package static let limit = 100

    /// The faults, the first ones where there are more.
    package let faults: [FlagFault]

    /// At least one fault.
    init(_ faults: [FlagFault]) {
        precondition(!faults.isEmpty, "a refusal without a fault")
        self.faults = faults
    }
}
