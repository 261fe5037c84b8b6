import SourceEngine

/// The keys in the open documents.
struct WantedKeys: Equatable {
    /// All keys, sorted.
    private(set) var keys: [String] = []
    /// The keys that a call shape or a constants file names; the other ones are string literals.
    private(set) var named: Set<String> = []

    init() {}

    /// Collects the keys of documents; beyond the limit, string literals are left out first.
    init(_ documents: some Sequence<OpenDocument>, limit: Int) {
        var literals: Set<String> = []
        for document in documents {
            for use in document.uses {
                if document.names(use) { named.insert(use.key) } else { literals.insert(use.key) }
            }
        }
        keys = (named.sorted() + literals.subtracting(named).sorted()).prefix(limit).sorted()
    }
}
