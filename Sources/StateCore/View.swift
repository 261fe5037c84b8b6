import JSONCore
package import TunableEngine

/// The state as one client sees it: from inside its world, or as everybody does who is in none.
package struct View: Sendable {
    /// What is looked at.
    package let state: State
    /// The client's world.
    package let world: World?

    /// Looks from a world that must be there, or from none.
    package init(_ state: State, from world: String?) throws(StateRefusal) {
        self.state = state
        self.world = if let world { try state.world(world) } else { nil }
    }

    /// Looks from no world.
    package init(_ state: State) {
        self.state = state
        world = nil
    }

    /// A key's value, and where it comes from.
    package func resolution(of key: Span<UInt8>) -> Resolution { state.seen(key, in: world) }

    /// The keys that the world has values for.
    package var ownKeys: [Key] { ownKeys(withPrefix: "", after: nil, atMost: .max) }

    /// The keys that the world has values for, at most so many.
    func ownKeys(withPrefix prefix: String, after start: Key?, atMost limit: Int) -> [Key] {
        var keys: [Key] = []
        world?.values.visit(withPrefix: prefix, after: start) { key, _ in
            keys.append(Key(known: key))
            return keys.count < limit
        }
        return keys
    }

    private init(_ state: State, in world: World?) {
        self.state = state
        self.world = world
    }

    /// The same with every built-in tunable among those that are stored, for who walks through them.
    func listingBuiltIns() -> View {
        var state = state
        state.tunables.listBuiltIns()
        return View(state, in: world)
    }
}
