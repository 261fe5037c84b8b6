import Synchronization

/// A counter that several threads may change.
final class Tally: Sendable {
    let count = Atomic(0)
}
