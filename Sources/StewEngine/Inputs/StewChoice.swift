import JSONCore

/// Something that is one of a few, each with a word of its own.
package protocol StewChoice: CaseIterable, Hashable, Sendable {
    /// Which input it is.
    static var input: StewInput { get }
    /// As a program writes it.
    var word: StaticString { get }
    /// The one whose word these bytes are; each type has its own, for a common one would look up types at each call.
    init?(spelt bytes: Span<UInt8>)
}

extension StewChoice {
    /// The one that a program has written.
    package init(_ word: String) throws(StewFault) {
        guard let choice = Self(spelt: word.utf8.span) else {
            let words = Self.allCases.map(\.word.description)
            throw .word(word, for: Self.input, allowed: words, nearest: NearestName.nearest(to: word, among: words))
        }
        self = choice
    }
}
