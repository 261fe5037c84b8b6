/// Places of the unit cube, one in each of `count` equal parts of each dimension.
enum LatinHypercube {
    static func places(_ count: Int, dimensions: Int, random: inout SeededRandom) -> [[Double]] {
        var places = [[Double]](repeating: [Double](repeating: 0, count: dimensions), count: count)
        for dimension in 0..<dimensions {
            var parts = Array(0..<count)
            random.shuffle(&parts)
            for (index, part) in parts.enumerated() {
                places[index][dimension] = (Double(part) + random.uniform()) / Double(count)
            }
        }
        return places
    }
}
