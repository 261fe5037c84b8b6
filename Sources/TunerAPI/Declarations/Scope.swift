/// What a method acts on.
package enum Scope: String, Sendable {
    /// The daemon or the connection, no values.
    case daemon
    /// The caller's world, where it has joined one.
    case world
    /// What all share, from inside a world too.
    case shared
}
