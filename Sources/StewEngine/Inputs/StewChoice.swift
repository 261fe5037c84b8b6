import JSONCore

/// One of a few values, each with a word of its own, by which programs name it.
package protocol StewChoice: CaseIterable, RawRepresentable<String>, Hashable, Sendable {
    /// Which input it is.
    static var input: StewInput { get }
}

extension StewChoice {
    /// The value that a client named.
    package init(_ word: String) throws(StewFault) {
        guard let choice = Self(rawValue: word) else { throw StewFault(word, Self.self) }
        self = choice
    }
}

extension StewFault {
    /// A word that names no value of a choice.
    init<Choice: StewChoice>(_ word: String, _ choice: Choice.Type) {
        let words = Choice.allCases.map(\.rawValue)
        let nearest = NearestName.nearest(to: word, among: words)
        self = .word(word, for: Choice.input, allowed: words, nearest: nearest)
    }
}
