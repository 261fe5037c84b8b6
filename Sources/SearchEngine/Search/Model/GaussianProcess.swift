#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// A Gaussian process with a Matérn covariance: the expected value of each place, and how uncertain it is.
struct GaussianProcess: Sendable {
    let data: ModelData
    let settings: ModelSettings
    private let rates: [Double]
    private let variance: Double
    private let factor: TriangularMatrix
    private let weights: [Lanes]

    /// A noise that keeps equal places from making the covariances singular.
    private static let jitter = 1e-8

    /// Returns nil if the covariances are not positive definite.
    init?(_ data: ModelData, _ settings: ModelSettings) {
        self.data = data
        self.settings = settings
        rates = settings.rates
        variance = settings.variance
        var matrix = TriangularMatrix(count: data.count)
        for row in 0..<data.count {
            let place = data.place(row)
            for vector in 0...(row / Lanes.size) {
                let (value, _) = Matern.covariance(Self.squares(place, data, rates, vector))
                matrix.vectors[row * matrix.width + vector] = variance * value
            }
            matrix.clear(row, after: row)
            matrix[row, row] += settings.noise / data.repeats[row] + Self.jitter
        }
        guard let factor = matrix.factored() else { return nil }
        self.factor = factor
        weights = factor.solvedBoth(data.values)
    }

    @inline(__always)
    private static func squares(
        _ place: [Double],
        _ data: ModelData,
        _ rates: [Double],
        _ vector: Int
    ) -> Lanes {
        var squares = Lanes.zero
        for dimension in 0..<place.count {
            squares += rates[dimension] * data.squares(place[dimension], dimension, vector)
        }
        return squares
    }

    /// Returns the covariances of a place with the measured ones; those behind the last one are 0.
    private func covariances(_ place: [Double]) -> [Lanes] {
        var result = (0..<data.width).map { variance * Matern.covariance(Self.squares(place, data, rates, $0)).value }
        for index in data.count..<(data.width * Lanes.size) { result[index / Lanes.size][index % Lanes.size] = 0 }
        return result
    }

    /// Returns the expected value of a place, without noise, and its standard deviation.
    func prediction(_ place: [Double]) -> (mean: Double, deviation: Double) {
        let covariances = covariances(place)
        let solved = factor.solved(covariances)
        var mean = Lanes.zero
        var known = Lanes.zero
        for index in covariances.indices {
            mean += covariances[index] * weights[index]
            known += solved[index] * solved[index]
        }
        return (mean.sum(), max(variance - known.sum(), 1e-12).squareRoot())
    }

    /// Returns the expected value of a measured place, which is not its measured one if there is noise.
    func mean(of index: Int) -> Double {
        let noise = settings.noise / data.repeats[index] + Self.jitter
        return data.values[index] - noise * weights[index / Lanes.size][index % Lanes.size]
    }

    /// The logarithm of the marginal likelihood of the measurements.
    var likelihood: Double {
        var value = 0.0
        for row in 0..<data.count {
            let weight = weights[row / Lanes.size][row % Lanes.size]
            value -= 0.5 * data.values[row] * weight + log(factor[row, row])
        }
        return value
    }

    /// Returns the derivatives of the likelihood by the settings.
    func slopes() -> [Double] {
        let dimensions = rates.count
        let columns = factor.inverseColumns()
        var slopes = [Double](repeating: 0, count: dimensions + 2)
        var sums = [Lanes](repeating: .zero, count: dimensions)
        var varianceSum = Lanes.zero
        for row in 0..<data.count {
            let place = data.place(row)
            for vector in 0...(row / Lanes.size) {
                let share = share(row, vector, columns)
                let (covariance, slope) = Matern.covariance(Self.squares(place, data, rates, vector))
                varianceSum += share * covariance
                let scaled = share * slope
                for dimension in 0..<dimensions {
                    sums[dimension] += scaled * data.squares(place[dimension], dimension, vector)
                }
                guard vector == row / Lanes.size else { continue }
                slopes[dimensions + 1] += 0.5 * share[row % Lanes.size] * settings.noise / data.repeats[row]
            }
        }
        for dimension in 0..<dimensions {
            slopes[dimension] = 0.5 * variance * rates[dimension] * sums[dimension].sum()
        }
        slopes[dimensions] = 0.5 * variance * varianceSum.sum()
        return slopes
    }

    /// Returns how much covariances of a row of the lower triangle change the likelihood, doubled.
    ///
    /// Each pair of places counts twice and a place with itself once; the places behind the row do not count.
    @inline(__always)
    private func share(_ row: Int, _ vector: Int, _ columns: [Lanes]) -> Lanes {
        let width = factor.width
        var inverse = Lanes.zero
        for lane in 0..<min(Lanes.size, row - vector * Lanes.size + 1) {
            let other = (vector * Lanes.size + lane) * width
            var sum = Lanes.zero
            for index in (row / Lanes.size)..<width { sum += columns[row * width + index] * columns[other + index] }
            inverse[lane] = sum.sum()
        }
        var share = 2 * (weights[row / Lanes.size][row % Lanes.size] * weights[vector] - inverse)
        guard vector == row / Lanes.size else { return share }
        share[row % Lanes.size] *= 0.5
        for lane in (row % Lanes.size + 1)..<max(Lanes.size, row % Lanes.size + 1) { share[lane] = 0 }
        return share
    }
}
