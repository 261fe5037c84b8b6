/// The weight that a hash selects from a list of weights.
struct Bucket: Equatable {
    /// The limit of the sum of all weights.
    static let maxWeight = Int64(Int32.max)

    /// The hash scaled to the range from 0 to the total weight.
    let scaledHash: Int64

    /// The index of the selected weight.
    let index: Int

    /// Creates a bucket, or nil if all weights are 0.
    ///
    /// Each weight is selected by the same share of all hashes as it has of the total.
    init?(of hash: UInt32, weights: some Sequence<Int64>, total: Int64) {
        scaledHash = Int64((UInt64(hash) * UInt64(total)) >> 32)
        var end: Int64 = 0
        for (index, weight) in weights.enumerated() {
            end += weight
            if scaledHash < end {
                self.index = index
                return
            }
        }
        return nil
    }
}
