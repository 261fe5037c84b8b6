/// Everything that is wrong with a spec or a schema, in its order; never nothing.
package struct SpecFaults: Error, Equatable, Sendable {
    /// The faults.
    package let faults: [SpecFault]

    /// At least one fault.
    init(_ faults: [SpecFault]) {
        precondition(!faults.isEmpty, "a refusal without a fault")
        self.faults = faults
    }
}
