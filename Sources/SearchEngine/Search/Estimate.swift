/// What is expected of a measured trial: its mean, and how uncertain the mean is.
struct Estimate: Comparable {
    let index: Int
    let mean: Double
    let deviation: Double

    /// The order of the means.
    static func < (left: Estimate, right: Estimate) -> Bool { (left.mean, left.index) < (right.mean, right.index) }

    /// A value that the true mean is probably below.
    var upper: Double { mean + 2 * deviation }

    /// Returns the estimates of trials by their own measurements only.
    static func means(of trials: [Trial]) -> [Estimate] {
        let noise = Halving.noise(trials) ?? 0
        return trials.enumerated().compactMap { index, trial in
            trial.mean.map { mean in
                Estimate(index: index, mean: mean, deviation: noise / Double(trial.measurements.count).squareRoot())
            }
        }
    }
}
