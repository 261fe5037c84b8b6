import ConsoleCore
import JSONCore
import SearchEngine

/// All measurements of a search, which go to its file and to the output.
final class SearchRecord {
    let plan: SearchPlan
    private(set) var steps: [SearchStep] = []
    private let file: SearchFile?
    private let output: Output

    /// Creates a record; `stored` are the measurements in the file.
    init(_ plan: SearchPlan, _ stored: [SearchStep], _ file: SearchFile?, _ output: Output) throws(Failure) {
        (self.plan, self.file, self.output) = (plan, file, output)
        steps = stored
        for step in stored { try print(step) }
    }

    /// Creates the record of a command, with its file if it has one.
    static func begin(
        _ plan: SearchPlan,
        _ options: OptimizeOptions,
        _ invocation: Invocation,
        _ output: Output
    ) throws(Failure) -> SearchRecord {
        guard let path = options.file else { return try SearchRecord(plan, [], nil, output) }
        let file = try SearchFile(path, for: "optimize")
        guard let header = file.header else {
            try file.append(plan.json)
            return try SearchRecord(plan, [], file, output)
        }
        let present = plan.before
        let plan = try plan.continuing(header, seed: options.search.seed, path, invocation)
        if options.applies, let key = present.members.first(where: { plan.before[$0.name] != $0.value })?.name {
            let change = "\(key.shownWhole) has changed since the search of \(path.shownWhole) began"
            throw .usage(invocation.error(.text("\(change); leave out --apply")))
        }
        let stored = file.lines.compactMap { SearchStep($0, in: plan.keys.space) }
        guard stored.count == file.lines.count, stored.enumerated().allSatisfy({ $0 == $1.number }) else {
            let sentence = "\(path.shownWhole) is not the file of a search: its measurements are not complete"
            throw .usage(invocation.error(.text(sentence)))
        }
        return try SearchRecord(plan, stored, file, output)
    }

    /// Stores a measurement.
    func add(_ step: SearchStep) throws(Failure) {
        steps.append(step)
        try file?.append(step.json(plan.values(at: step.point)))
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
