/// The state of the connection to the daemon.
///
/// ```swift
/// for await connection in tuner.connections {
///     lamp.color = connection == .connected ? turquoise : gray
/// }
/// ```
public enum TunerConnection: Sendable, Equatable {
    /// The tuner connects for the first time: `if tuner.connection == .connecting { … }`.
    case connecting
    /// The tuner is connected: `if tuner.connection == .connected { … }`.
    case connected
    /// The daemon is not reachable or does not respond: `if case .lost(let since) = tuner.connection { … }`.
    case lost(since: ContinuousClock.Instant)
}
