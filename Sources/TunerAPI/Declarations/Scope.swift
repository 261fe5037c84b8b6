/// The part of the daemon that a method acts on.
package enum Scope: String, Sendable {
    /// The daemon or the connection, but no values.
    case daemon
    /// The caller's world; without one, the shared state.
    case world
    /// The shared state, also for members of a world.
    case shared
}

extension Scope {
    /// The errors of every method with this scope: a member of an ended world can only call methods of the daemon.
    var errors: [ErrorKind] {
        switch self {
        case .daemon: []
        case .world, .shared: [.unknownWorld]
        }
    }
}
