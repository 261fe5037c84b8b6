/// Measured places of the unit cube, as the model reads them.
struct ModelData: Sendable {
    /// For each dimension, the coordinates of the places, `Lanes.size` in a vector.
    private(set) var columns: [[Lanes]]
    /// Whether two coordinates of a dimension are only equal or different.
    let isChoice: [Bool]
    private(set) var count = 0
    private(set) var values: [Double] = []
    /// The number of measurements of each place.
    private(set) var repeats: [Double] = []

    init(isChoice: [Bool]) {
        self.isChoice = isChoice
        columns = [[Lanes]](repeating: [], count: isChoice.count)
    }

    var width: Int { Lanes.vectors(count) }

    mutating func append(_ place: [Double], value: Double, repeats: Int) {
        for dimension in columns.indices {
            if count % Lanes.size == 0 { columns[dimension].append(.zero) }
            columns[dimension][count / Lanes.size][count % Lanes.size] = place[dimension]
        }
        values.append(value)
        self.repeats.append(Double(repeats))
        count += 1
    }

    func place(_ index: Int) -> [Double] { columns.map { $0[index / Lanes.size][index % Lanes.size] } }

    /// Returns the squared differences of a coordinate to the places of a vector.
    @inline(__always)
    func squares(_ coordinate: Double, _ dimension: Int, _ vector: Int) -> Lanes {
        let difference = columns[dimension][vector] - coordinate
        guard isChoice[dimension] else { return difference * difference }
        return Lanes(repeating: 1).replacing(with: 0, where: difference .== 0)
    }
}
