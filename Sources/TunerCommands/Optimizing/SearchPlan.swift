import JSONCore
import SearchEngine

/// What a search is about: equal plans make the same suggestions after the same measurements.
struct SearchPlan {
    let keys: [SearchedKey]
    let goal: SearchGoal
    let seed: UInt64
    let repeats: Int
    /// The values that are measured first.
    let start: SearchPoint
    /// The values at the start, by key.
    let before: JSONObject

    init(_ keys: [SearchedKey], _ goal: SearchGoal, _ options: OptimizeOptions) {
        (self.keys, self.goal, repeats) = (keys, goal, options.repeats)
        seed = options.search.chosenSeed
        start = keys.start
        before = keys.values(at: start)
    }

    /// Returns the values of the keys at a point.
    func values(at point: SearchPoint) -> JSONObject { point == start ? before : keys.values(at: point) }

    /// Returns a search with so many measurements.
    func search(budget: Int) -> Search {
        Search(space: keys.space, start: start, seed: seed, budget: budget, maxRepeats: repeats)
    }
}
