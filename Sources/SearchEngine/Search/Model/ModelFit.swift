/// The settings of a Gaussian process that make the measurements probable.
struct ModelFit: Sendable {
    private(set) var settings: ModelSettings
    /// The logarithm of the probability of the settings after the measurements.
    private(set) var posterior = -Double.infinity
    private let expected: [(mean: Double, deviation: Double)]

    init(dimensions: Int) {
        settings = ModelSettings(dimensions: dimensions)
        expected = ModelSettings.expected(dimensions: dimensions)
    }

    /// The differences of the measurements of each place from its mean: the sum of their squares, and how many are free.
    struct Spread {
        var squares = 0.0
        var freedom = 0.0
    }

    /// Improves the settings by resilient propagation: the sign of a derivative decides, and the step adapts.
    ///
    /// Without a step, it computes how probable the settings are.
    mutating func improve(_ data: ModelData, _ spread: Spread, steps: Int) {
        let limits = ModelSettings.limits(data.isChoice)
        var next = settings
        var sizes = [Double](repeating: 0.2, count: next.numbers.count)
        var before = [Double](repeating: 0, count: next.numbers.count)
        posterior = -Double.infinity
        for step in 0...steps {
            guard let process = GaussianProcess(data, next) else { break }
            let value = logPosterior(process, spread)
            if value > posterior { (posterior, settings) = (value, next) }
            guard step < steps else { break }
            let slopes = self.slopes(process, spread)
            for index in slopes.indices {
                let sign = slopes[index] * before[index]
                if sign > 0 { sizes[index] = min(sizes[index] * 1.5, 1) }
                if sign < 0 { sizes[index] = max(sizes[index] * 0.5, 1e-3) }
                before[index] = sign < 0 ? 0 : slopes[index]
                let moved = next.numbers[index] + (slopes[index] > 0 ? sizes[index] : -sizes[index])
                next.numbers[index] = min(max(moved, limits[index].lowerBound), limits[index].upperBound)
            }
        }
    }

    /// Returns the logarithm of the probability of the settings of a process after the measurements.
    func logPosterior(_ process: GaussianProcess, _ spread: Spread) -> Double {
        let settings = process.settings
        var value = process.likelihood
        value -= 0.5 * (spread.freedom * settings.numbers[settings.dimensions + 1] + spread.squares / settings.noise)
        for (number, (mean, deviation)) in zip(settings.numbers, expected) {
            let distance = (number - mean) / deviation
            value -= 0.5 * distance * distance
        }
        return value
    }

    /// Returns the derivatives of ``logPosterior(_:_:)`` by the settings.
    func slopes(_ process: GaussianProcess, _ spread: Spread) -> [Double] {
        let settings = process.settings
        var slopes = process.slopes()
        slopes[settings.dimensions + 1] -= 0.5 * (spread.freedom - spread.squares / settings.noise)
        for (index, (mean, deviation)) in expected.enumerated() {
            slopes[index] -= (settings.numbers[index] - mean) / (deviation * deviation)
        }
        return slopes
    }
}
