import JSONCore

extension KeyMap {
    /// The most keys that one search compares, over all families together.
    private static var maxCompared: Int { 400 }

    /// Returns the existing key that is nearest to an unknown name, or nil if none is near.
    ///
    /// The search starts with the keys of the same family. While none is near, it continues with the next larger
    /// family, and ends with all keys. There may be millions of keys, and one request may name a thousand unknown
    /// ones. So the search compares only the first keys of each family, and half as many in each following family.
    func nearest(to name: String, where counts: (borrowing Value) -> Bool = { _ in true }) -> String? {
        var search = NearestNameSearch(for: name)
        var limit = KeyMap.maxCompared
        for family in KeyMap.families(of: name) {
            limit = max(1, limit / 2)
            var remaining = limit
            visit(withPrefix: String(family)) { bytes, value in
                if counts(value) {
                    search.consider(bytes)
                }
                remaining -= 1
                return remaining > 0 && !search.isOver
            }
            guard search.nearest == nil else { break }
        }
        return search.nearest
    }

    /// Returns the prefixes of the families, the smallest family first: `a.b.`, `a.`, `a` and the empty prefix for
    /// `a.b.c`.
    private static func families(of name: String) -> [Substring] {
        var families: [Substring] = []
        var rest = name[...]
        while let end = rest.dropLast().lastIndex(of: ".") {
            rest = rest[...end]
            families.append(rest)
        }
        return families + [name.prefix { $0 != "." }, ""]
    }
}
