import JSONCore
package import TunableEngine

extension State {
    /// The names of the active layers, in order of precedence.
    package var activeNames: [String] { active.map(\.name) }

    /// When the next temporary value, override or layer ends; nil if there is none.
    package var nextDeadline: Moment? {
        let ends = layers.values.compactMap(\.ending?.time) + [deadlines.next].compactMap(\.self)
        return ends.min()
    }

    package var hasWorlds: Bool { !worlds.isEmpty }

    package func hasWorld(_ id: String) -> Bool { worlds[id] != nil }

    /// Returns whether there is such a world, and clients can be in it.
    package func hasJoinableWorld(_ id: String) -> Bool { worlds[id].map { $0.proposal == nil } ?? false }

    package var worldCount: Int { worlds.count }

    package var worldNames: Set<String> { Set(allWorlds.map(\.id)) }

    /// All worlds, sorted by identity.
    package var allWorlds: [(id: String, world: World)] {
        var all: [(id: String, world: World)] = []
        worlds.forEachInOrder { id, world in all.append((id: Key(known: id).text, world: copy world)) }
        return all
    }

    /// Returns the layer with this name, or throws the refusal for an unknown layer.
    package func layer(_ name: String) throws(StateRefusal) -> Layer {
        guard let layer = layers[name] else { throw unknown(layer: name) }
        return layer
    }

    /// Returns the refusal for an unknown layer, with the nearest existing name.
    ///
    /// Of several names that are equally near, it uses the first in alphabetical order.
    func unknown(layer name: String) -> StateRefusal {
        .unknownLayer(name, nearest: NearestName.nearest(to: name, among: layers.keys.sorted()))
    }

    /// Calls `body` with each tunable whose key begins with `prefix`, in byte order, until `body` returns false.
    ///
    /// The visit starts after `key`, if there is one. It omits built-in tunables that the state does not store.
    package func visitTunables<Failure: Error>(
        withPrefix prefix: String = "",
        after key: Key? = nil,
        _ body: (Span<UInt8>, borrowing StoredTunable) throws(Failure) -> Bool
    ) throws(Failure) {
        try tunables.entries.visit(withPrefix: prefix, after: key, body)
    }
}
