/// Where words stand, which decides which there are.
enum SpecDialect: Sendable {
    /// In a declaration: of a tunable as a whole.
    case spec
    /// In `items` of a declaration: of a part of a tunable.
    case items
    /// In a JSON Schema that someone brought.
    case schema

    /// The words that may stand here.
    var words: [SpecWord] { SpecWord.allCases.filter { $0.belongs(to: self) } }

    /// Where what stands in `items` stands.
    var ofItems: SpecDialect { self == .spec ? .items : self }
}
