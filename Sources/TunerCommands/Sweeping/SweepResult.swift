import ConsoleCore
import JSONCore
import SearchEngine

/// The measured points of a sweep, in the order of the grid.
struct SweepResult {
    let keys: [String]
    let points: [SweptPoint]
    let seed: UInt64

    /// The first point with the lowest median.
    var lowest: Int? { index { $0 < $1 } }

    /// The first point with the highest median.
    var highest: Int? { index { $0 > $1 } }

    private func index(isBetter: (Double, Double) -> Bool) -> Int? {
        var best: (index: Int, median: Double)?
        for (index, point) in points.enumerated() {
            guard let median = point.median, best.map({ isBetter(median, $0.median) }) ?? true else { continue }
            best = (index, median)
        }
        return best?.index
    }

    /// The output of `--json`.
    var json: JSON {
        [
            "points": .array(points.map(SweepResult.json)),
            "lowest": lowest.map { .integer(Int64($0)) } ?? .null,
            "highest": highest.map { .integer(Int64($0)) } ?? .null,
            "seed": .integer(Int64(clamping: seed)),
        ]
    }

    private static func json(_ point: SweptPoint) -> JSON {
        var members: JSONObject = [
            "values": .object(point.values),
            "median": point.median.map { .double($0) } ?? .null,
            "numbers": .array(point.numbers.map { .double($0) }),
        ]
        members["fault"] = point.fault.map { .string($0.description) }
        return .object(members)
    }
}
