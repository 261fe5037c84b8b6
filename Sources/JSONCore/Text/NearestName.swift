/// Guesses which known name a wrong one was meant to be.
package enum NearestName {
    /// The known name with the fewest slips (a letter wrong, missing, too many, or two swapped), if they are few.
    package static func nearest(to name: String, among known: some Sequence<String>) -> String? {
        var search = NearestNameSearch(for: name)
        for candidate in known where !search.isOver {
            search.consider(candidate.utf8.span)
        }
        return search.nearest
    }

    /// The guess as the end of a sentence; nothing where there is none.
    package static func question(_ nearest: String?) -> String {
        nearest.map { "; did you mean \($0)?" } ?? ""
    }
}
