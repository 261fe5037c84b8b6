import Synchronization

/// A count that several threads may change.
final class Tally: Sendable {
    let count = Atomic(0)
}
