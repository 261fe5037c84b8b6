import JSONCore
package import TunableEngine

extension State {
    /// The names of the layers that count, the first first.
    package var activeNames: [String] { active.map(\.name) }

    /// All layers, the active ones first, in their order, the others by name.
    package var allLayers: [Layer] {
        let others = layers.values.filter { layer in !active.contains { $0 === layer } }
        return active + others.sorted { $0.name < $1.name }
    }

    /// When the next override ends.
    package var nextDeadline: Moment? { deadlines.next }

    /// Whether there is any world.
    package var hasWorlds: Bool { !worlds.isEmpty }

    /// Whether there is a world of this name.
    package func hasWorld(_ id: String) -> Bool { worlds[id] != nil }

    /// All worlds, by their names.
    package var allWorlds: [(id: String, world: World)] {
        worlds.sorted { $0.key < $1.key }.map { (id: $0.key, world: $0.value) }
    }

    /// A layer that must be there.
    package func layer(_ name: String) throws(StateRefusal) -> Layer {
        guard let layer = layers[name] else { throw unknown(layer: name) }
        return layer
    }

    /// Says that there is no such layer, and which may be meant: the first by name of those that are as near.
    func unknown(layer name: String) -> StateRefusal {
        .unknownLayer(name, nearest: NearestName.nearest(to: name, among: layers.keys.sorted()))
    }

    /// Hands over the tunables whose keys begin with `prefix`, those up to `key` left out, by the keys' bytes, until `body`
    /// answers `false`.
    package func visitTunables<Failure: Error>(
        withPrefix prefix: String = "",
        after key: Key? = nil,
        _ body: (Span<UInt8>, borrowing StoredTunable) throws(Failure) -> Bool
    ) throws(Failure) {
        try tunables.entries.visit(withPrefix: prefix, after: key, body)
    }
}
