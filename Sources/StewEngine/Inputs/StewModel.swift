/// How time follows from weight.
package enum StewModel: String, CaseIterable, Hashable, Sendable {
    case v1
    case v2

    /// The model that a word names: the second by exactly its word, the first by any other.
    package init(named word: String) {
        self = StewModel(rawValue: word) ?? .v1
    }
}
