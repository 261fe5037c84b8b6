#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// The suggestions of CMA-ES for the numbers of a space, and of a distribution of options for each choice.
struct EvolutionSearch: Sendable {
    private let space: SearchSpace
    private let numbers: [Int]
    private let choices: [Int]
    private let start: SearchPoint
    private let seed: UInt64
    private var strategy: EvolutionStrategy
    private var distributions: [ChoiceDistribution]
    private var population: Int
    private var generation: [(place: [Double], value: Double)] = []
    private var restarts: UInt64 = 0
    /// The number of points before the first generation that have no outcome yet.
    private var firstPoints: Int
    private var leastFirstValue = Double.infinity

    /// Creates a search that begins around the best of the first points, and around the start before it has them.
    init(_ space: SearchSpace, start: SearchPoint, seed: UInt64, firstPoints: Int) {
        self.firstPoints = firstPoints
        self.space = space
        self.start = start
        self.seed = seed
        numbers = space.dimensions.indices.filter { space.dimensions[$0].kind != .choice }
        choices = space.dimensions.indices.filter { space.dimensions[$0].kind == .choice }
        population = 4 + Int(3 * log(Double(space.dimensions.count)))
        let place = space.unit(of: start)
        strategy = EvolutionStrategy(mean: numbers.map { place[$0] })
        distributions = Self.distributions(space, choices, start)
    }

    private static func distributions(
        _ space: SearchSpace,
        _ choices: [Int],
        _ start: SearchPoint
    ) -> [ChoiceDistribution] {
        choices.map { ChoiceDistribution(count: space.dimensions[$0].count ?? 1, start: Int(start.values[$0])) }
    }

    /// Takes the first outcome of a point; the value of a refused point is infinity.
    mutating func learn(_ point: SearchPoint, _ value: Double) {
        if firstPoints > 0 {
            firstPoints -= 1
            guard value < leastFirstValue else { return }
            leastFirstValue = value
            let place = space.unit(of: point)
            strategy = EvolutionStrategy(mean: numbers.map { place[$0] })
            distributions = Self.distributions(space, choices, point)
            return
        }
        generation.append((space.unit(of: point), value))
        guard generation.count >= population else { return }
        if !numbers.isEmpty {
            strategy.update(generation.map { sample in (numbers.map { sample.place[$0] }, sample.value) })
        }
        let measured = generation.filter { $0.value < .infinity }.sorted { $0.value < $1.value }
        for (index, dimension) in choices.enumerated() {
            let count = Double(space.dimensions[dimension].count ?? 1)
            distributions[index].move(
                towards: measured.prefix(population / 2).map { Int($0.place[dimension] * count) }
            )
        }
        generation.removeAll()
        if !numbers.isEmpty, strategy.hasConverged { restart() }
    }

    /// Begins again around a random place, with twice as many samples in a generation.
    private mutating func restart() {
        restarts += 1
        population *= 2
        var random = SeededRandom(seed: seed ^ restarts)
        strategy = EvolutionStrategy(mean: numbers.map { _ in random.uniform() })
        distributions = Self.distributions(space, choices, start)
    }

    /// Returns a random point that is not taken, or nil if the distribution has none that is found.
    func next(_ random: inout SeededRandom, isTaken: (SearchPoint) -> Bool) -> SearchPoint? {
        var scale = 1.0
        for attempt in 0..<40 {
            var place = [Double](repeating: 0, count: space.dimensions.count)
            for (index, number) in zip(numbers, strategy.sample(scale: scale, &random)) { place[index] = number }
            for (index, distribution) in zip(choices, distributions) {
                let count = space.dimensions[index].count ?? 1
                place[index] = (Double(distribution.sample(&random)) + 0.5) / Double(count)
            }
            let point = space.point(at: place)
            if !isTaken(point) { return point }
            // The distribution can be narrower than a step.
            if attempt >= 10 { scale *= 1.2 }
        }
        return nil
    }
}
