/// What a name in the state's folder means to the store.
package struct StoreFileName: Hashable, Sendable {
    /// The two kinds of files that hold a state.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case journal
        case snapshot
    }

    /// How far a file is one of the state's.
    enum Standing: String, Hashable {
        case current = ""
        /// Not finished: what a crash leaves of it is removed.
        case new = ".new"
    }

    package let kind: Kind
    /// From 1; a snapshot's number is that of the journal that begins with it.
    package let number: Int
    let standing: Standing

    private static let digits = 8

    init(_ kind: Kind, _ number: Int, _ standing: Standing = .current) {
        self.kind = kind
        self.number = number
        self.standing = standing
    }

    /// None where the name is another's.
    init?(_ name: String) {
        let parts = name.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
        let digits = parts[1].prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), number > 0,
            let standing = Standing(rawValue: String(parts[1].dropFirst(digits.count)))
        else { return nil }
        self.init(kind, number, standing)
        // One file has one name.
        guard description == name else { return nil }
    }

    /// What a damaged file is called when it was put aside, at the nth try for a name that is free.
    func aside(_ attempt: Int) -> String { attempt == 1 ? "\(self).damaged" : "\(self).damaged-\(attempt)" }

    func path(in folder: String) -> String { "\(folder)/\(self)" }
}

extension StoreFileName: CustomStringConvertible {
    package var description: String {
        let text = String(number)
        let zeros = String(repeating: "0", count: max(0, Self.digits - text.utf8.count))
        return "\(kind.rawValue)-\(zeros)\(text)\(standing.rawValue)"
    }
}
