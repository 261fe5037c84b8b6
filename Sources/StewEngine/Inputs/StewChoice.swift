import JSONCore

/// An input with a few values, each of which a request names by a word.
package protocol StewChoice: CaseIterable, RawRepresentable<String>, Hashable, Sendable {
    /// The input that this type represents.
    static var input: StewInput { get }
}

extension StewChoice {
    /// Creates the value with a name; throws if there is none.
    package init(_ word: String) throws(StewFault) {
        guard let choice = Self(rawValue: word) else { throw StewFault(word, Self.self) }
        self = choice
    }
}

extension StewFault {
    /// Creates the error for a word that is not the name of any value of a choice.
    init<Choice: StewChoice>(_ word: String, _ choice: Choice.Type) {
        let words = Choice.allCases.map(\.rawValue)
        let nearest = NearestName.nearest(to: word, among: words)
        self = .word(word, for: Choice.input, allowed: words, nearest: nearest)
    }
}
