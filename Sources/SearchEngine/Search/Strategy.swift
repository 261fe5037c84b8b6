/// How a search chooses new points: a model up to eight dimensions, and CMA-ES above.
enum Strategy: Sendable {
    case model(ModelSearch)
    case evolution(EvolutionSearch)

    /// The limit of dimensions for which the model needs few enough points.
    static let maxModelDimensions = 8

    init(_ space: SearchSpace, start: SearchPoint, seed: UInt64, firstPoints: Int) {
        self =
            space.dimensions.count <= Self.maxModelDimensions
            ? .model(ModelSearch(space))
            : .evolution(EvolutionSearch(space, start: start, seed: seed, firstPoints: firstPoints))
    }
}
