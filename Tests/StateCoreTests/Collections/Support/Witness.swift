import Synchronization

/// A value that counts its existing instances in a tally.
final class Witness: Sendable {
    let number: Int
    private let tally: Tally

    init(_ number: Int, _ tally: Tally) {
        self.number = number
        self.tally = tally
        tally.count.add(1, ordering: .relaxed)
    }

    deinit {
        tally.count.subtract(1, ordering: .relaxed)
    }
}
