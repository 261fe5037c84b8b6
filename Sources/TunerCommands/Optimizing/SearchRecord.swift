import ConsoleCore
import JSONCore
import SearchEngine

/// All measurements of a search, which go to the output.
final class SearchRecord {
    let plan: SearchPlan
    private(set) var steps: [SearchStep] = []
    private let output: Output

    init(_ plan: SearchPlan, _ output: Output) {
        (self.plan, self.output) = (plan, output)
    }

    /// Stores a measurement.
    func add(_ step: SearchStep) throws(Failure) {
        steps.append(step)
        try print(step)
    }

    private func print(_ step: SearchStep) throws(Failure) {
        guard output.isJSON else { return }
        try output.print("\(JSONText.compact(step.json(plan.values(at: step.point))))\n")
    }

    /// Returns the numbers of a point that were measured in a phase.
    func numbers(at point: SearchPoint, in phase: SearchStep.Phase) -> [Double] {
        steps.filter { $0.point == point && $0.phase == phase }.compactMap(\.value)
    }

    /// Returns whether a measurement of a phase has no number.
    func hasFailure(in phase: SearchStep.Phase) -> Bool {
        steps.contains { $0.phase == phase && $0.value == nil }
    }

    /// The best number so far, after each measurement of the search that has a number.
    var course: [Double] {
        var course: [Double] = []
        for value in steps.filter({ $0.phase == .search }).compactMap(\.value) {
            course.append(course.last.map { plan.goal.isBetter(value, than: $0) ? value : $0 } ?? value)
        }
        return course
    }
}

@available(*, unavailable)
extension SearchRecord: Sendable {}
