import JSONCore

/// How time follows from weight.
package enum StewModel: Int, CaseIterable, Hashable, Sendable {
    case v1
    case v2

    /// As programs and people read it.
    package var word: StaticString {
        switch self {
        case .v1: "v1"
        case .v2: "v2"
        }
    }

    /// The model that a word names: the second by exactly its word, the first by any other.
    package init(named word: String) {
        self = StewModel.v2.word.hasBytes(word.utf8.span) ? .v2 : .v1
    }
}
