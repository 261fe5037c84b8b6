import ConsoleCore
import JSONCore
import OptionCore
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

    private init(_ plan: SearchPlan, seed: UInt64, start: SearchPoint, before: JSONObject) {
        (keys, goal, repeats) = (plan.keys, plan.goal, plan.repeats)
        (self.seed, self.start, self.before) = (seed, start, before)
    }

    /// Returns the values of the keys at a point.
    func values(at point: SearchPoint) -> JSONObject { point == start ? before : keys.values(at: point) }

    /// Returns a search with so many measurements.
    func search(budget: Int) -> Search {
        Search(space: keys.space, start: start, seed: seed, budget: budget, maxRepeats: repeats)
    }

    /// The first line of the file.
    var json: JSON {
        [
            "search": "tunerctl optimize",
            "goal": .string(goal.rawValue),
            "keys": .array(keys.map(SearchPlan.json)),
            "repeat": .integer(Int64(repeats)),
            "seed": .integer(Int64(clamping: seed)),
            "start": .array(start.values.map { .double($0) }),
            "before": .object(before),
        ]
    }

    private static func json(_ key: SearchedKey) -> JSON {
        var members: JSONObject = ["key": .string(key.key)]
        guard key.options.isEmpty else {
            members["options"] = .array(key.options)
            return .object(members)
        }
        members["low"] = .double(key.dimension.low)
        members["high"] = .double(key.dimension.high)
        members["step"] = key.dimension.step.map { .double($0) }
        members["log"] = .boolean(key.dimension.isLogarithmic)
        return .object(members)
    }

    /// Returns the plan with the seed and the start of a file; throws if the file is about another search.
    ///
    /// `seed` is the one of the command line.
    func continuing(
        _ header: JSON,
        seed: UInt64?,
        _ file: String,
        _ invocation: Invocation
    ) throws(Failure) -> SearchPlan {
        let mine = json
        for (name, words) in [
            ("search", "its first line has no search"), ("goal", "--minimize and --maximize differ"),
            ("keys", "its keys or their ranges differ"), ("repeat", "--repeat differs"),
        ] where header[name] != mine[name] {
            throw other(words, file, invocation)
        }
        guard case .integer(let number) = header["seed"], let stored = UInt64(exactly: number),
            let start = header["start"]?.elements?.compactMap(\.number), keys.space.contains(start),
            let before = header["before"]?.object
        else { throw other("its first line is not complete", file, invocation) }
        if let seed, seed != stored { throw other("its seed is \(stored)", file, invocation) }
        return SearchPlan(self, seed: stored, start: SearchPoint(start), before: before)
    }

    private func other(_ words: String, _ file: String, _ invocation: Invocation) -> Failure {
        .usage(invocation.error(.text("\(file.shownWhole) is the file of another search: \(words); use another file")))
    }
}
