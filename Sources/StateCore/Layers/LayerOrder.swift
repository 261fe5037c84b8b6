import FlagEngine

/// The comparison of two orders of layers.
///
/// A chain is a list of layers that have the same order in both. Its weight is the number of their values and flags.
enum LayerOrder {
    /// Returns the layers that are in one of two lists only, or whose place among the others differs.
    ///
    /// The layers that are not returned have the same order in both lists. Of all such choices, this one returns layers
    /// with the fewest values and flags, because each of them must be resolved again.
    static func moved(from old: [Layer], to new: [Layer]) -> [Layer] {
        let kept = kept(from: old, to: new)
        var known = kept
        return (old + new).filter { known.insert(ObjectIdentifier($0)).inserted }
    }

    /// Returns the layers of the heaviest list that both orders contain.
    private static func kept(from old: [Layer], to new: [Layer]) -> Set<ObjectIdentifier> {
        var places: [ObjectIdentifier: Int] = [:]
        for (place, layer) in old.enumerated() { places[ObjectIdentifier(layer)] = place }
        var heaviest = HeaviestChains(count: old.count)
        var previous = [Int?](repeating: nil, count: new.count)
        for (index, layer) in new.enumerated() {
            guard let place = places[ObjectIdentifier(layer)] else { continue }
            let before = heaviest.before(place)
            previous[index] = before.last
            let weight = 1 + layer.values.count + layer.flags.count
            heaviest.add(HeaviestChains.Chain(weight: before.weight + weight, last: index), at: place)
        }
        var kept: Set<ObjectIdentifier> = []
        var next = heaviest.before(old.count).last
        while let index = next {
            kept.insert(ObjectIdentifier(new[index]))
            next = previous[index]
        }
        return kept
    }
}

/// The heaviest chain that ends before each place: a tree of prefix maxima, after Fenwick.
private struct HeaviestChains {
    struct Chain {
        var weight = 0
        /// The index of the last layer; nil for an empty chain.
        var last: Int?
    }

    private var tree: [Chain]

    init(count: Int) { tree = Array(repeating: Chain(), count: count + 1) }

    /// Returns the heaviest chain that ends before a place.
    func before(_ place: Int) -> Chain {
        var (node, heaviest) = (place, Chain())
        while node > 0 {
            if tree[node].weight > heaviest.weight { heaviest = tree[node] }
            node &= node - 1
        }
        return heaviest
    }

    /// Adds a chain that ends at a place.
    mutating func add(_ chain: Chain, at place: Int) {
        var node = place + 1
        while node < tree.count {
            if chain.weight > tree[node].weight { tree[node] = chain }
            node += node & -node
        }
    }
}
