/// All errors in a spec or a schema, in order; at least one.
package struct SpecFaults: Error, Equatable, Sendable {
    package let faults: [SpecFault]

    /// Creates the list; it must not be empty.
    init(_ faults: [SpecFault]) {
        precondition(!faults.isEmpty, "a refusal without a fault")
        self.faults = faults
    }
}
