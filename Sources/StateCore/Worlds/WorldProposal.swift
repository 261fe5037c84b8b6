/// What a world proposes to the person who merges or drops it.
package struct WorldProposal: Sendable {
    /// Why the values should become the shared ones, for people.
    package let summary: String
    /// The revision of the shared state when the proposal was made.
    package let revision: Int64
}
