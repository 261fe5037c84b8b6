package import FlagEngine
import JSONCore
package import TunableEngine

/// The state as one client sees it: from inside its world, or from outside every world.
package struct View: Sendable {
    package let state: State
    /// The client's world; nil if the client is in none.
    package let world: World?

    /// Creates a view from inside a world, or from outside every world if `world` is nil.
    package init(_ state: State, from world: String?) throws(StateRefusal) {
        self.state = state
        self.world = if let world { try state.joinableWorld(world) } else { nil }
    }

    /// Creates a view from outside every world.
    package init(_ state: State) {
        self.state = state
        world = nil
    }

    /// Returns the effective value of a key and its origin.
    package func resolution(of key: Span<UInt8>) -> Resolution { state.resolution(of: key, in: world) }

    /// The keys for which the world has a value.
    package var ownKeys: [Key] { ownKeys(withPrefix: "", after: nil, atMost: .max) }

    /// The keys of the flags that the world overrides, in byte order.
    package var ownFlagKeys: [FlagKey] {
        var keys: [FlagKey] = []
        world?.flags.forEachInOrder { key, _ in keys.append(FlagKey(known: key)) }
        return keys
    }

    /// Returns at most `limit` keys for which the world has a value, in byte order.
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

    /// Returns the view with every built-in tunable stored, so that a cursor visits all of them.
    func listingBuiltIns() -> View {
        var state = state
        state.tunables.listBuiltIns()
        return View(state, in: world)
    }
}
