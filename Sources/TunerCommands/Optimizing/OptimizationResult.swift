import JSONCore
import SearchEngine

/// What a search has found.
struct OptimizationResult {
    /// What is known of the gain.
    enum Evidence {
        /// The metric has printed the same number each time that values were measured again.
        case exact
        /// No values were measured twice.
        case unrepeated
        /// The metric has noise. A is before, and B is after.
        case compared(Comparison)
    }

    let plan: SearchPlan
    /// The number of measurements.
    let count: Int
    /// The best number so far, after each measurement of the search.
    let course: [Double]
    /// The median of the present values; nil if they have no number.
    let before: Double?
    /// The median of ``best``.
    let after: Double
    let evidence: Evidence
    /// Whether the best values are better than the present ones.
    let isImproved: Bool
    private let point: SearchPoint

    /// Throws if no point has a number.
    init(_ record: SearchRecord, _ search: Search) throws(Failure) {
        guard let best = search.best else { throw .noAcceptedValues(record.steps.count) }
        (plan, count, course, point) = (record.plan, record.steps.count, record.course, best.point)
        // The last measurements are the fair ones, if there are any: the best of many measurements is a lucky one.
        var first = record.numbers(at: search.start, in: .before)
        var second = record.numbers(at: best.point, in: .after)
        if first.isEmpty || second.isEmpty {
            first = record.numbers(at: search.start, in: .search)
            second = record.numbers(at: best.point, in: .search)
        }
        after = Median(second).value
        before = first.isEmpty ? nil : Median(first).value
        let isOther = best.point != search.start && !record.hasFailure(in: .after)
        guard search.hasNoise, !first.isEmpty else {
            evidence = search.trials.contains { $0.measurements.count > 1 } ? .exact : .unrepeated
            let isBetter = before.map { record.plan.goal.isBetter(Median(second).value, than: $0) } ?? true
            isImproved = isOther && isBetter
            return
        }
        let comparison = Comparison(first, second, seed: ~record.plan.seed)
        evidence = .compared(comparison)
        isImproved = isOther && comparison.verdict == (record.plan.goal == .minimize ? .lower : .higher)
    }

    /// The result in one sentence.
    var sentence: String {
        if isImproved { return "Better values were found." }
        if case .compared = evidence, gain.map({ $0 > 0 }) == true {
            return "No better values than the present ones were found: the difference can be noise."
        }
        return "No better values than the present ones were found."
    }

    /// The values with the best number, which can be noise.
    var best: JSONObject { plan.values(at: point) }

    /// The values that the search recommends: the present ones if it has found no better ones.
    var values: JSONObject { isImproved ? best : plan.before }

    /// Those of the values that differ from the present ones.
    var changes: JSONObject {
        JSONObject(values.members.filter { plan.before[$0.name] != $0.value }.map { ($0.name, $0.value) })
    }

    /// The median of these values.
    var value: Double { isImproved ? after : before ?? after }

    /// How much better the values after the search are; nil if the present ones have no number.
    var gain: Double? { before.map { plan.goal.cost($0) - plan.goal.cost(after) } }

    /// The 95 % interval of the gain; nil if it is not known.
    var interval: ClosedRange<Double>? {
        switch evidence {
        case .unrepeated: return nil
        case .exact: return gain.map { $0...$0 }
        case .compared(let comparison):
            let ends = [comparison.interval.lowerBound, comparison.interval.upperBound].map { -plan.goal.cost($0) }
            return min(ends[0], ends[1])...max(ends[0], ends[1])
        }
    }

    /// Returns a gain as a part of the number of the present values, in percent; nil if that number is 0 or unknown.
    func percent(_ gain: Double) -> Double? {
        let percent = before.map { gain / $0.magnitude * 100 }
        return percent.flatMap { $0.isFinite ? $0 : nil }
    }

    /// The last line of `--json`.
    var json: JSON {
        [
            "value": .double(value),
            "values": .object(values),
            "improved": .boolean(isImproved),
            "before": ["value": before.map { .double($0) } ?? .null, "values": .object(plan.before)],
            "gain": measured(gain),
            "low": measured(interval?.lowerBound),
            "high": measured(interval?.upperBound),
            "measurements": .integer(Int64(count)),
            "seed": .integer(Int64(clamping: plan.seed)),
        ]
    }

    private func measured(_ gain: Double?) -> JSON {
        guard let gain else { return .null }
        return ["value": .double(gain), "percent": percent(gain).map { .double($0) } ?? .null]
    }
}
