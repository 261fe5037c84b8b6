#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// The distribution of CMA-ES: a normal one in the unit cube that moves and stretches towards the best samples.
///
/// The update follows Hansen's tutorial, without negative weights. Any place can be one of a generation, also one that was
/// not sampled from the present distribution.
struct EvolutionStrategy: Sendable {
    private let dimensions: Int
    private(set) var mean: [Double]
    /// The deviation over all dimensions.
    private(set) var size = Self.firstSize
    private var covariance: SymmetricMatrix
    private var axes: [Double]
    private var axisLengths: [Double]
    private var sizePath: [Double]
    private var shapePath: [Double]
    private var generations = 0

    private static let firstSize = 0.2

    init(mean: [Double]) {
        dimensions = mean.count
        self.mean = mean
        covariance = SymmetricMatrix(count: mean.count)
        (axisLengths, axes) = covariance.eigen()
        sizePath = [Double](repeating: 0, count: mean.count)
        shapePath = sizePath
    }

    /// Whether the samples are at one place, but for a difference that no measurement shows.
    var hasConverged: Bool { size * (axisLengths.max() ?? 0) < 1e-7 }

    /// Returns a random place of the unit cube; `scale` stretches the distribution.
    func sample(scale: Double, _ random: inout SeededRandom) -> [Double] {
        var place = mean
        for _ in 0..<20 {
            place = draw(scale, &random)
            if place.allSatisfy({ (0...1).contains($0) }) { return place }
        }
        return place.map { min(max($0, 0), 1) }
    }

    private func draw(_ scale: Double, _ random: inout SeededRandom) -> [Double] {
        var place = mean
        for axis in 0..<dimensions {
            let step = scale * size * axisLengths[axis] * random.normal()
            for index in 0..<dimensions { place[index] += step * axes[index * dimensions + axis] }
        }
        return place
    }

    /// Moves the distribution by a generation of places and their values; the value of a refused place is infinity.
    mutating func update(_ samples: [(place: [Double], value: Double)]) {
        let order = samples.indices.sorted { (samples[$0].value, $0) < (samples[$1].value, $1) }
        let chosen = order.prefix(samples.count / 2).filter { samples[$0].value < .infinity }
        // The guard refused all: the mean is the only place known to be accepted.
        if chosen.isEmpty { size *= 0.7 }
        guard !chosen.isEmpty else { return }
        let half = Double(samples.count + 1) / 2
        let raw = chosen.indices.map { log(half) - log(Double($0 + 1)) }
        let sum = raw.reduce(0, +)
        let weights = raw.map { $0 / sum }
        let mass = 1 / weights.reduce(0) { $0 + $1 * $1 }
        let n = Double(dimensions)
        generations += 1

        let steps = chosen.map { index in zip(samples[index].place, mean).map { ($0 - $1) / size } }
        var move = [Double](repeating: 0, count: dimensions)
        for (step, weight) in zip(steps, weights) { for index in move.indices { move[index] += weight * step[index] } }
        for index in mean.indices { mean[index] += size * move[index] }

        let sizeRate = (mass + 2) / (n + mass + 5)
        let damping = 1 + 2 * max(0, ((mass - 1) / (n + 1)).squareRoot() - 1) + sizeRate
        let white = whitened(move)
        let gain = (sizeRate * (2 - sizeRate) * mass).squareRoot()
        for index in sizePath.indices { sizePath[index] = (1 - sizeRate) * sizePath[index] + gain * white[index] }
        let norm = sizePath.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let expected = n.squareRoot() * (1 - 1 / (4 * n) + 1 / (21 * n * n))

        let pathRate = (4 + mass / n) / (n + 4 + 2 * mass / n)
        let correction = (1 - pow(1 - sizeRate, Double(2 * generations))).squareRoot()
        let isShort = norm / correction < (1.4 + 2 / (n + 1)) * expected
        let pathGain = isShort ? (pathRate * (2 - pathRate) * mass).squareRoot() : 0
        for index in shapePath.indices {
            shapePath[index] = (1 - pathRate) * shapePath[index] + pathGain * move[index]
        }

        let pathShare = 2 / ((n + 1.3) * (n + 1.3) + mass)
        let sampleShare = min(1 - pathShare, 2 * (mass - 2 + 1 / mass) / ((n + 2) * (n + 2) + mass))
        let lost = isShort ? 0 : pathShare * pathRate * (2 - pathRate)
        for row in 0..<dimensions {
            for column in 0...row {
                var fresh = 0.0
                for (step, weight) in zip(steps, weights) { fresh += weight * step[row] * step[column] }
                let number =
                    (1 - pathShare - max(sampleShare, 0) + lost) * covariance[row, column]
                    + pathShare * shapePath[row] * shapePath[column] + max(sampleShare, 0) * fresh
                covariance[row, column] = number
                covariance[column, row] = number
            }
        }
        size = min(size * exp(min(1, (sizeRate / damping) * (norm / expected - 1))), 1)
        let (values, vectors) = covariance.eigen()
        axes = vectors
        axisLengths = values.map { max($0, 1e-20).squareRoot() }
    }

    /// Returns a step as if the distribution were a sphere.
    private func whitened(_ step: [Double]) -> [Double] {
        var result = [Double](repeating: 0, count: dimensions)
        for axis in 0..<dimensions {
            var part = 0.0
            for index in 0..<dimensions { part += axes[index * dimensions + axis] * step[index] }
            for index in 0..<dimensions { result[index] += axes[index * dimensions + axis] * part / axisLengths[axis] }
        }
        return result
    }
}
