import Synchronization

/// A value that counts its living instances.
final class Witness: Codable, Sendable {
    private static let living = Atomic<Int>(0)

    /// The number of living instances.
    static var count: Int { living.load(ordering: .relaxed) }

    let number: Int

    init(_ number: Int) {
        self.number = number
        Witness.living.add(1, ordering: .relaxed)
    }

    convenience init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Int.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    deinit { Witness.living.subtract(1, ordering: .relaxed) }
}
