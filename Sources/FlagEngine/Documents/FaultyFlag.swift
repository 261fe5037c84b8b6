/// A flag of a document that is left out, and its fault.
package struct FaultyFlag: Equatable, Sendable {
    /// The name of the flag in the document, which may be no valid key.
    package let name: String

    package let fault: FlagFault

    /// Returns the faulty flag with each position mapped to another text.
    package func moved(_ move: (FlagFault.Position) -> FlagFault.Position) -> FaultyFlag {
        FaultyFlag(name: name, fault: fault.moved(move))
    }
}
