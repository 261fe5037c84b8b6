/// The name of one of the store's files.
package struct StoreFileName: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case journal
        case snapshot
    }

    /// Whether a file is complete; the raw value is the suffix of the name.
    enum Status: String, Hashable {
        case current = ""
        /// Not finished; the next start removes what a crash left of it.
        case new = ".new"
    }

    package let kind: Kind
    /// The number, from 1; a snapshot has the number of the first journal after it.
    package let number: Int
    let status: Status

    private static let digits = 8

    init(_ kind: Kind, _ number: Int, _ status: Status = .current) {
        self.kind = kind
        self.number = number
        self.status = status
    }

    /// Creates a name from its text; returns nil if the file does not belong to the store.
    init?(_ name: String) {
        let parts = name.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
        let digits = parts[1].prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), number > 0,
            let status = Status(rawValue: String(parts[1].dropFirst(digits.count)))
        else { return nil }
        self.init(kind, number, status)
        // Refuse other spellings of a number, such as one with more zeros.
        guard description == name else { return nil }
    }

    /// Returns the name for keeping a damaged file; higher attempts avoid names in use.
    func damagedName(_ attempt: Int) -> String { attempt == 1 ? "\(self).damaged" : "\(self).damaged-\(attempt)" }

    func path(in directory: String) -> String { "\(directory)/\(self)" }
}

extension StoreFileName: CustomStringConvertible {
    package var description: String {
        let text = String(number)
        let zeros = String(repeating: "0", count: max(0, Self.digits - text.utf8.count))
        return "\(kind.rawValue)-\(zeros)\(text)\(status.rawValue)"
    }
}
