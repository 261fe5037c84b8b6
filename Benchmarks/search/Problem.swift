import SearchEngine

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A function with a known least value, as in `problems.py`.
struct Problem: Sendable {
    let name: String
    let space: SearchSpace
    let least: Double
    /// The standard deviation of the noise in its noisy version.
    let noise: Double
    let function: @Sendable ([Double]) -> Double

    /// Returns the values of today, which are random.
    func start(_ seed: UInt64) -> SearchPoint {
        var random = SplitMix(seed: seed)
        return SearchPoint(
            space.dimensions.map { dimension in
                let unit = random.unit()
                let choice = min((unit * (dimension.high + 1)).rounded(.down), dimension.high)
                if dimension.kind == .choice { return choice }
                let value =
                    dimension.isLogarithmic
                    ? dimension.low * pow(dimension.high / dimension.low, unit)
                    : dimension.low + unit * (dimension.high - dimension.low)
                return dimension.kind == .integer ? (value + 0.5).rounded(.down) : value
            }
        )
    }

    static let all = [branin, hartmann, rosenbrock, mixed]

    private static let branin = Problem(
        name: "Branin",
        space: SearchSpace([.real("x", -5...10), .real("y", 0...15)]),
        least: 0.397887357729738,
        noise: 2
    ) { values in
        let (x, y) = (values[0], values[1])
        let bow = y - 5.1 / (4 * Double.pi * Double.pi) * x * x + 5 / Double.pi * x - 6
        return bow * bow + 10 * (1 - 1 / (8 * Double.pi)) * cos(x) + 10
    }

    private static let hartmannScales: [[Double]] = [
        [10, 3, 17, 3.5, 1.7, 8],
        [0.05, 10, 17, 0.1, 8, 14],
        [3, 3.5, 1.7, 10, 17, 8],
        [17, 8, 0.05, 10, 0.1, 14],
    ]

    private static let hartmannCenters: [[Double]] = [
        [0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886],
        [0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991],
        [0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.6650],
        [0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381],
    ]

    private static let hartmann = Problem(
        name: "Hartmann-6",
        space: SearchSpace((0..<6).map { .real("x\($0)", 0...1) }),
        least: -3.322368011391339,
        noise: 0.2
    ) { values in
        var sum = 0.0
        for (index, height) in [1, 1.2, 3, 3.2].enumerated() {
            var distance = 0.0
            for (dimension, value) in values.enumerated() {
                let difference = value - hartmannCenters[index][dimension]
                distance += hartmannScales[index][dimension] * difference * difference
            }
            sum -= height * exp(-distance)
        }
        return sum
    }

    private static let rosenbrock = Problem(
        name: "Rosenbrock-5",
        space: SearchSpace((0..<5).map { .real("x\($0)", -5...10) }),
        least: 0,
        noise: 20
    ) { values in
        var sum = 0.0
        for (value, after) in zip(values, values.dropFirst()) {
            sum += 100 * pow(after - value * value, 2) + pow(1 - value, 2)
        }
        return sum
    }

    /// A server: threads, a batch, a rate, a share, one of four algorithms, and a switch.
    private static let mixed = Problem(
        name: "mixed",
        space: SearchSpace([
            .integer("threads", 1...32),
            .integer("batch", 1...4_096),
            .real("rate", 1e-5...1),
            .real("share", 0...1),
            .choice("algorithm", count: 4),
            .choice("synced", count: 2),
        ]),
        least: 0,
        noise: 0.2
    ) { values in
        let algorithm = Int(values[4])
        let decades = log10(values[2] / 0.003)
        let doublings = log2(values[1]) - 7
        let isSynced = values[5] == 0
        var sum = [0, 0.3, 0.6, 1][algorithm] + pow((values[0] - [20, 8, 12, 28][algorithm]) / 10, 2)
        sum += 0.5 * decades * decades
        sum += 2 * pow(values[3] - 0.3 - 0.1 * decades, 2)
        sum += 0.2 * (1 - cos(6 * Double.pi * (values[3] - 0.3)))
        sum += (isSynced ? 0.15 : 0.08) * doublings * doublings
        return sum + (isSynced ? 0 : 0.4)
    }
}
