/// The search for the place with the highest score, among random places and around the best measured ones.
struct CandidateSearch {
    let space: SearchSpace
    let centers: [[Double]]
    /// The lengths of the model, which bound the steps of the refinement.
    let lengths: [Double]
    /// The number of candidates that are refined.
    let starts: Int
    let isTaken: (SearchPoint) -> Bool
    let score: ([Double]) -> Double

    private typealias Candidate = (place: [Double], score: Double)

    /// The number of places in the whole space, and of places around the centers.
    private static let spread = 60
    private static let near = 60
    /// The steps of a refinement.
    private static let steps = 60

    /// Returns the best point that is not taken, or nil if all that were found are.
    func best(_ random: inout SeededRandom) -> SearchPoint? {
        var candidates: [Candidate] = []
        for _ in 0..<Self.spread {
            add(space.dimensions.map { _ in random.uniform() }, &candidates)
        }
        for index in 0..<(centers.isEmpty ? 0 : Self.near) {
            let scale = [0.3, 0.1, 0.03, 0.01][index / centers.count % 4]
            add(moved(centers[index % centers.count], scale, &random), &candidates)
        }
        candidates.sort { $0.score > $1.score }
        for index in 0..<min(starts, candidates.count) { refine(&candidates[index], &random) }
        candidates.sort { $0.score > $1.score }
        return candidates.lazy.map { space.point(at: $0.place) }.first { !isTaken($0) }
    }

    private func add(_ place: [Double], _ candidates: inout [Candidate]) {
        let point = space.point(at: place)
        guard space.count == nil || !isTaken(point) else { return }
        let snapped = space.unit(of: point)
        candidates.append((snapped, score(snapped)))
    }

    private func refine(_ candidate: inout Candidate, _ random: inout SeededRandom) {
        var scale = 0.1
        for _ in 0..<Self.steps {
            let point = space.point(at: moved(candidate.place, scale, &random))
            guard space.count == nil || !isTaken(point) else { continue }
            let place = space.unit(of: point)
            let score = score(place)
            if score > candidate.score {
                candidate = (place, score)
                scale *= 1.5
            } else {
                scale *= 0.87
            }
        }
    }

    /// Returns a place near another, with at least one other coordinate.
    private func moved(_ place: [Double], _ scale: Double, _ random: inout SeededRandom) -> [Double] {
        var place = place
        let always = random.index(below: place.count)
        let share = random.uniform()
        for (index, dimension) in space.dimensions.enumerated() where index == always || random.uniform() < share {
            if dimension.kind == .choice {
                if index == always || random.uniform() < scale { place[index] = random.uniform() }
                continue
            }
            let next = place[index] + scale * min(1, 2 * lengths[index]) * random.normal()
            place[index] = min(max(next, 0), 1)
        }
        return place
    }
}
