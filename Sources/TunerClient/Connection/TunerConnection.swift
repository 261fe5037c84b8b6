/// Whether the daemon is there.
///
/// ```swift
/// for await connection in tuner.connections {
///     lamp.color = connection == .connected ? turquoise : gray
/// }
/// ```
public enum TunerConnection: Sendable, Equatable {
    /// It was not found yet, nor missed: `if tuner.connection == .connecting { … }`.
    case connecting
    /// It is there: `if tuner.connection == .connected { … }`.
    case connected
    /// It is not there, or does not answer: `if case .lost(let since) = tuner.connection { … }`.
    case lost(since: ContinuousClock.Instant)
}
