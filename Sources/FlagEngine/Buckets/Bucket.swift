/// Where in a row of weights a hash falls.
struct Bucket: Equatable {
    /// The most that all weights may come to.
    static let mostWeight = Int64(Int32.max)

    /// How far from the beginning of the row the hash falls.
    let place: Int64

    /// The weight that it falls into, counted from 0.
    let index: Int

    /// The same share of all hashes falls into a weight as the weight has of the total; none into an empty row.
    init?(of hash: UInt32, weights: some Sequence<Int64>, total: Int64) {
        place = Int64((UInt64(hash) * UInt64(total)) >> 32)
        var end: Int64 = 0
        for (index, weight) in weights.enumerated() {
            end += weight
            if place < end {
                self.index = index
                return
            }
        }
        return nil
    }
}
