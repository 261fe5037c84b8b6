/// Functions that suggest a known name for a misspelled name.
package enum NearestName {
    /// Returns the known name with the smallest edit distance; nil if every distance is too large.
    ///
    /// One edit replaces, inserts or removes a byte, or swaps two adjacent bytes.
    package static func nearest(to name: String, among known: some Sequence<String>) -> String? {
        var search = NearestNameSearch(for: name)
        for candidate in known where !search.isOver {
            search.consider(candidate.utf8.span)
        }
        return search.nearest
    }

    /// Returns a suggestion to append to a message; an empty string for nil.
    package static func question(_ nearest: String?) -> String {
        nearest.map { "; did you mean \($0)?" } ?? ""
    }
}
