/// Functions that suggest a known name for a misspelled name.
package enum NearestName {
    /// The shortest beginning of a name that counts as an abbreviation.
    private static let shortest = 3

    /// Returns the known name with the smallest edit distance; if every distance is too large, the shortest known name
    /// that begins with the name; nil if there is none.
    ///
    /// One edit replaces, inserts or removes a byte, or swaps two adjacent bytes.
    package static func nearest(to name: String, among known: some Sequence<String>) -> String? {
        var search = NearestNameSearch(for: name)
        var longer: String?
        for candidate in known where !search.isOver {
            search.consider(candidate.utf8.span)
            guard name.utf8.count >= shortest, candidate.utf8.starts(with: name.utf8) else { continue }
            if candidate.utf8.count < longer?.utf8.count ?? .max { longer = candidate }
        }
        return search.nearest ?? longer
    }

    /// Returns a suggestion to append to a message; an empty string for nil.
    package static func question(_ nearest: String?) -> String {
        nearest.map { "; did you mean \($0)?" } ?? ""
    }
}
