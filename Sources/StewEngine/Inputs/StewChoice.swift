import JSONCore

/// One of a few values, each with a word of its own.
package protocol StewChoice: CaseIterable, Hashable, Sendable {
    /// Which input it is.
    static var input: StewInput { get }
    /// As a program writes it.
    var word: StaticString { get }
}

extension StewChoice {
    /// The value that a word names.
    package init?(named word: String) {
        let bytes = word.utf8.span
        for choice in Self.allCases where choice.word.hasBytes(bytes) {
            self = choice
            return
        }
        return nil
    }

    /// The value that a client named.
    package init(_ word: String) throws(StewFault) {
        guard let choice = Self(named: word) else { throw StewFault(word, Self.self) }
        self = choice
    }
}

extension StewFault {
    /// A word that names no value of a choice.
    init<Choice: StewChoice>(_ word: String, _ choice: Choice.Type) {
        let words = Choice.allCases.map(\.word.description)
        let nearest = NearestName.nearest(to: word, among: words)
        self = .word(word, for: Choice.input, allowed: words, nearest: nearest)
    }
}
