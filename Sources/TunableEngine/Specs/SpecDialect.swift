/// What a set of words describes, which decides which words are allowed.
enum SpecDialect: Sendable {
    /// A declaration of a tunable.
    case spec
    /// The `items` or a property of a declaration, which describe a part of a tunable.
    case items
    /// A JSON Schema, such as a layer contains.
    case schema

    var words: [SpecWord] { SpecWord.allCases.filter { $0.belongs(to: self) } }

    /// The dialect of the words inside `items` and `properties`.
    var ofParts: SpecDialect { self == .spec ? .items : self }
}
