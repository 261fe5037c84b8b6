import TunableEngine

/// The words of a declaration that describe a tunable and do not limit its values.
struct SpecNotes {
    let group: String?
    let unit: String?
    let description: String?
    let tags: [String]
    let isSecret: Bool

    /// The words with their values; nil for a word that the program did not give.
    var words: [(name: SpecWord, value: (any Encodable)?)] {
        [
            (.group, group), (.unit, unit), (.description, description), (.tags, tags.isEmpty ? nil : tags),
            (.secret, isSecret ? true : nil),
        ]
    }
}
