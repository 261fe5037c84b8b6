/// The choice of points to evaluate again, by asynchronous successive halving: of the points with 1, 2, 4… measurements,
/// the best ones get as many again.
enum Halving {
    /// Returns the index of the trial to repeat, or nil if a new point is better.
    ///
    /// `order` has the measured trials, the best one first. Of `share` points with equally many measurements, one gets
    /// more. `open` returns the number of open suggestions of a trial.
    static func next(_ trials: [Trial], order: [Int], share: Int, maxRepeats: Int, open: (Int) -> Int) -> Int? {
        guard maxRepeats > 1, order.count >= 2 else { return nil }
        guard let noise = noise(trials) else {
            // One repetition shows whether there is noise.
            return order.first { open($0) > 0 } == nil ? order.first : nil
        }
        let means = order.compactMap { trials[$0].mean }.sorted()
        guard noise > 0.01 * (means[means.count / 4] - means[0]), noise > 0 else { return nil }
        var level = 1
        while level * 2 <= maxRepeats { level *= 2 }
        while level > 1 {
            level /= 2
            let reached = order.filter { trials[$0].measurements.count >= level }
            let next = reached.prefix(reached.count / share).first {
                trials[$0].measurements.count + open($0) < level * 2
            }
            if let next { return next }
        }
        return nil
    }

    /// Returns the standard deviation of a measurement, or nil if no point was measured twice.
    static func noise(_ trials: [Trial]) -> Double? {
        var squares = 0.0
        var freedom = 0
        for trial in trials where trial.measurements.count > 1 && !trial.isRefused {
            squares += trial.squares
            freedom += trial.measurements.count - 1
        }
        return freedom > 0 ? (squares / Double(freedom)).squareRoot() : nil
    }
}
