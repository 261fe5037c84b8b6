/// The suggestions of a Gaussian process.
struct ModelSearch: Sendable {
    private let space: SearchSpace
    private let isChoice: [Bool]
    /// A model for each scale of the values.
    private var models: [(kind: ValueScale.Kind, fit: ModelFit, probability: Double)]
    private var process: GaussianProcess?
    private(set) var lengths: [Double] = []
    /// For each place of the process, the index of its trial.
    private var indexes: [Int] = []
    /// The number of calls of `learn` with enough measurements.
    private var lessons = 0
    private var lastLesson = 0
    private var chosenModel = 0

    /// The limit of the places of the process, which bounds the time of a suggestion.
    private static let maxPlaces = 128
    /// With fewer places, each new one can change the settings much.
    private static let fewPlaces = 40

    init(_ space: SearchSpace) {
        self.space = space
        isChoice = space.dimensions.map { $0.kind == .choice }
        let fit = ModelFit(dimensions: space.dimensions.count)
        models = ValueScale.Kind.allCases.map { ($0, fit, -Double.infinity) }
    }

    /// Reads the measurements, and fits the settings to them.
    mutating func learn(_ trials: [Trial]) {
        indexes = Self.chosen(trials)
        process = nil
        guard indexes.count >= 2 else { return }
        let measured = indexes.map { trials[$0] }
        if measured.count < Self.fewPlaces || trials.count >= lastLesson + measured.count / 15 {
            lastLesson = trials.count
            lessons += 1
            improve(measured)
        }
        let model = models[chosenModel]
        process = GaussianProcess(read(measured, model.kind).0, model.fit.settings)
        lengths = model.fit.settings.lengths
    }

    /// Improves the settings of the chosen model and of each model in turn, and chooses the most probable one.
    private mutating func improve(_ measured: [Trial]) {
        let steps = lessons == 1 ? 20 : max(2, min(6, 240 / measured.count))
        for index in models.indices {
            let (data, spread, density) = read(measured, models[index].kind)
            let isTurn = lessons == 1 || (lessons % 2 == 0 ? index == chosenModel : index == lessons / 2 % models.count)
            models[index].fit.improve(data, spread, steps: isTurn ? steps : 0)
            models[index].probability = models[index].fit.posterior + density
        }
        chosenModel = models.indices.max { models[$0].probability < models[$1].probability } ?? 0
    }

    /// Returns the indexes of the measured trials that the model reads: of too many, the best ones and the last ones.
    private static func chosen(_ trials: [Trial]) -> [Int] {
        let measured = trials.indices.filter { trials[$0].mean != nil }
        guard measured.count > maxPlaces else { return measured }
        let last = measured.suffix(maxPlaces / 2)
        let best = measured.dropLast(maxPlaces / 2).sorted { (trials[$0].mean ?? 0, $0) < (trials[$1].mean ?? 0, $1) }
        return best.prefix(maxPlaces / 2).sorted() + last
    }

    private func read(_ measured: [Trial], _ kind: ValueScale.Kind) -> (ModelData, ModelFit.Spread, Double) {
        let scale = ValueScale(measured.compactMap { $0.mean }, kind)
        var data = ModelData(isChoice: isChoice)
        var spread = ModelFit.Spread()
        for trial in measured {
            let values = trial.measurements.map { scale($0) }
            let mean = values.reduce(0, +) / Double(values.count)
            data.append(space.unit(of: trial.point), value: mean, repeats: values.count)
            spread.squares += values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            spread.freedom += Double(values.count - 1)
        }
        return (data, spread, scale.logDensity)
    }

    /// Returns what the model expects of measured trials, in its own scale; before there is a model, their means.
    func estimates(_ trials: [Trial]) -> [Estimate] {
        guard let process else { return Estimate.means(of: trials) }
        return indexes.enumerated().map { place, index in
            Estimate(
                index: index,
                mean: process.mean(of: place),
                deviation: process.prediction(process.data.place(place)).deviation
            )
        }
    }

    /// Returns the measured trials, the one with the lowest expected value first.
    func order() -> [Int] {
        guard let process else { return [] }
        let means = indexes.indices.map { process.mean(of: $0) }
        return means.indices.sorted { (means[$0], $0) < (means[$1], $1) }.map { indexes[$0] }
    }

    /// Returns the point with the highest expected improvement that the guard probably accepts.
    func next(
        _ trials: [Trial],
        open: [SearchPoint],
        random: inout SeededRandom,
        isTaken: @escaping (SearchPoint) -> Bool
    ) -> SearchPoint? {
        guard var process else { return nil }
        // A fit to few or noisy measurements can take a real difference for noise, and then the search stays where it is.
        if trials.count % 4 == 3 {
            process = GaussianProcess(process.data, ModelSettings(dimensions: isChoice.count)) ?? process
        }
        let means = indexes.indices.map { process.mean(of: $0) }
        let best = means.min() ?? 0
        let order = means.indices.sorted { (means[$0], $0) < (means[$1], $1) }
        let centers = order.prefix(3).map { process.data.place($0) }
        let known = trials.suffix(Self.maxPlaces).map { (space.unit(of: $0.point), $0.mean != nil) }
        let feasibility = Feasibility(known, isChoice: isChoice)
        // An open point counts as measured with its expected value, so that the next one is elsewhere.
        var data = process.data
        for point in open {
            let place = space.unit(of: point)
            data.append(place, value: process.prediction(place).mean, repeats: 1)
            process = GaussianProcess(data, process.settings) ?? process
        }
        return CandidateSearch(
            space: space,
            centers: centers,
            lengths: lengths,
            starts: indexes.count < 60 ? 5 : 3,
            isTaken: isTaken
        ) { [process] place in
            let (mean, deviation) = process.prediction(place)
            return ExpectedImprovement.logarithm(best: best, mean: mean, deviation: deviation)
                + feasibility.logarithm(place)
        }.best(&random)
    }
}
