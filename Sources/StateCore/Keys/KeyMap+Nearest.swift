import JSONCore

extension KeyMap {
    /// The most keys that one search compares, over all families together.
    private static var nearestLooks: Int { 400 }

    /// Returns the existing key that is nearest to an unknown name, or nil if none is near.
    ///
    /// The search starts with the keys of the same family. While none is near, it continues with the next larger
    /// family, and ends with all keys. There may be millions of keys, and one request may name a thousand unknown
    /// ones. So the search compares only the first keys of each family, and half as many in each following family.
    func nearest(to name: String, where counts: (borrowing Value) -> Bool = { _ in true }) -> String? {
        var search = NearestNameSearch(for: name)
        var looks = KeyMap.nearestLooks
        for family in KeyMap.families(of: name) {
            looks = max(1, looks / 2)
            var left = looks
            visit(withPrefix: String(family)) { bytes, value in
                if counts(value) {
                    search.consider(bytes)
                }
                left -= 1
                return left > 0 && !search.isOver
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
