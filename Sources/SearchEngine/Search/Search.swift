/// A search for the point with the least value, as a value without clock or I/O.
///
/// The caller asks for a suggestion, evaluates the point, and reports the outcome. Several suggestions can be open at once.
/// The next suggestion depends only on the arguments of the initializer, the reports in their order, and the numbers and
/// points of the open suggestions. So a caller that stores each report can resume a search: it reports all again.
package struct Search: Sendable {
    package let space: SearchSpace
    package let start: SearchPoint
    package let seed: UInt64
    /// The limit of evaluations, in which a repeated evaluation counts like the first one of a point.
    package let budget: Int
    /// The limit of evaluations of one point.
    package let maxRepeats: Int

    /// The points in the order of their first report.
    package private(set) var trials: [Trial] = []
    /// The suggestions without a report, by their numbers.
    package private(set) var open: [Int: SearchPoint] = [:]
    /// The number of reports.
    package private(set) var reports = 0

    private var trialIndexes: [SearchPoint: Int] = [:]
    private var nextNumber = 0
    /// The first points: the start, then points that fill the space.
    private let design: [SearchPoint]
    private var strategy: Strategy

    package init(space: SearchSpace, start: SearchPoint, seed: UInt64, budget: Int, maxRepeats: Int = 8) {
        precondition(budget > 0 && maxRepeats > 0, "a search evaluates a point at least once")
        let start = space.nearest(start)
        self.space = space
        self.start = start
        self.seed = seed
        self.budget = budget
        self.maxRepeats = maxRepeats
        design = Self.design(space, start, seed)
        strategy = Strategy(space, start: start, seed: seed, firstPoints: Set(design).count)
    }

    private static func design(_ space: SearchSpace, _ start: SearchPoint, _ seed: UInt64) -> [SearchPoint] {
        let dimensions = space.dimensions.count
        var random = SeededRandom(seed: seed)
        let isModel = dimensions <= Strategy.maxModelDimensions
        let count = isModel ? max(3, dimensions) : 4
        let places = LatinHypercube.places(count, dimensions: dimensions, random: &random)
        // In many dimensions, few points are nearer to the best one than the middle.
        let middle = isModel ? [] : [space.middle(optionsOf: start)]
        return [start] + middle + places.map(space.point(at:))
    }

    /// Returns the next point to evaluate, or nil if the budget is spent or no point is left.
    ///
    /// With open suggestions, nil can also mean that a report is needed before a next suggestion.
    package mutating func suggest() -> Suggestion? {
        guard reports + open.count < budget, let point = nextPoint() else { return nil }
        let number = nextNumber
        nextNumber += 1
        let repeats = (trialIndexes[point].map { trials[$0].measurements.count } ?? 0) + openCount(point)
        open[number] = point
        return Suggestion(number: number, point: point, repeats: repeats)
    }

    /// Takes the outcome of a suggestion, also of one from a former run of this search.
    package mutating func report(_ number: Int, _ point: SearchPoint, _ outcome: Outcome) {
        open[number] = nil
        nextNumber = max(nextNumber, number + 1)
        reports += 1
        let isNew = trialIndexes[point] == nil
        let index = trialIndexes[point] ?? trials.count
        if isNew {
            trialIndexes[point] = index
            trials.append(Trial(point: point))
        }
        trials[index].add(outcome)
        switch strategy {
        case .model(var model):
            if reports >= design.count { model.learn(trials) }
            strategy = .model(model)
        case .evolution(var evolution):
            if isNew { evolution.learn(point, trials[index].mean ?? .infinity) }
            strategy = .evolution(evolution)
        }
    }

    private func openCount(_ point: SearchPoint) -> Int { open.values.count { $0 == point } }

    private func isTaken(_ point: SearchPoint) -> Bool { trialIndexes[point] != nil || open.values.contains(point) }

    private func nextPoint() -> SearchPoint? {
        if let point = design.first(where: { !isTaken($0) }) { return point }
        // The first part of the budget explores: a repeated evaluation of a bad point shows nothing.
        if reports >= budget * 2 / 3, let index = repeated(share: 8) { return trials[index].point }
        var random = SeededRandom(seed: seed &+ UInt64(nextNumber + 1) &* 0x9e37_79b9_7f4a_7c15)
        let point =
            switch strategy {
            case .model(let model): model.next(trials, open: newPoints(), random: &random, isTaken: isTaken)
            case .evolution(let evolution): evolution.next(&random, isTaken: isTaken)
            }
        if let point = point ?? unusedPoint(&random) { return point }
        // The space is exhausted, so the rest of the budget is for noise.
        return repeated(share: 2).map { trials[$0].point }
    }

    /// Returns the index of the trial to evaluate again, or nil if a new point is better.
    private func repeated(share: Int) -> Int? {
        var order: [Int] = []
        if case .model(let model) = strategy { order = model.order() }
        // A space with fewer points than the first ones has no model.
        if order.isEmpty { order = Estimate.means(of: trials).sorted().map { $0.index } }
        return Halving.next(trials, order: order, share: share, maxRepeats: maxRepeats) { openCount(trials[$0].point) }
    }

    private func estimates() -> [Estimate] {
        if case .model(let model) = strategy { return model.estimates(trials) }
        return Estimate.means(of: trials)
    }

    /// Returns the open points without a report, in the order of their suggestions.
    private func newPoints() -> [SearchPoint] {
        open.sorted { $0.key < $1.key }.map { $0.value }.filter { trialIndexes[$0] == nil }
    }

    /// Returns a random point that is not taken, or nil if there is none.
    private func unusedPoint(_ random: inout SeededRandom) -> SearchPoint? {
        if let count = space.count {
            let first = random.index(below: count)
            // The taken points and one more are enough to look at.
            return (0..<min(count, trials.count + open.count + 1)).lazy
                .map { space.point(of: (first + $0) % count) }
                .first { !isTaken($0) }
        }
        for _ in 0..<100 {
            let point = space.point(at: space.dimensions.map { _ in random.uniform() })
            if !isTaken(point) { return point }
        }
        return nil
    }

    /// The point whose value is probably low: not the one with the lowest measurement, which can be luck.
    package var best: BestPoint? {
        let noise = Halving.noise(trials)
        let chosen = estimates().min { $0.upper < $1.upper }
        guard let index = chosen?.index, let value = trials[index].mean else { return nil }
        let repeats = trials[index].measurements.count
        let interval = noise.map { noise in
            let radius = 1.96 * noise / Double(repeats).squareRoot()
            return (value - radius)...(value + radius)
        }
        return BestPoint(point: trials[index].point, value: value, interval: interval, repeats: repeats)
    }
}
