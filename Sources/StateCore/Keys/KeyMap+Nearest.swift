import JSONCore

extension KeyMap {
    /// How many keys are looked at for one that may be meant, all in all.
    private static var nearestLooks: Int { 400 }

    /// The key that may be meant by one that is not there: the nearest in the same family, else in that family's family, and
    /// so on to all keys.
    ///
    /// There may be millions of keys, and a batch may ask for a thousand that are not there: a family's first keys are looked
    /// at, half as many in each next one.
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

    /// What the keys begin with that are looked at, the nearest family first: `a.b.`, `a.`, `a` and all for `a.b.c`.
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
