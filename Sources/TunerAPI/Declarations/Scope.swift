/// What a method acts on.
package enum Scope: String, Sendable {
    /// The daemon or the connection, no values.
    case daemon
    /// The caller's world, where it has joined one.
    case world
    /// What all share, from inside a world too.
    case shared
}

extension Scope {
    /// What every method may answer that acts on it: members of a world that has ended are let do nothing but to the daemon.
    var errors: [ErrorKind] {
        switch self {
        case .daemon: []
        case .world, .shared: [.unknownWorld]
        }
    }
}
