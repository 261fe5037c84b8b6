import ConsoleCore
import JSONCore
import OptionCore

/// The smallest set of keys whose bad values make a command fail.
struct KeyBisectionResult {
    let keys: [DifferingKey]
    /// The number of keys that differ between the good and the bad setting.
    let differing: Int
    /// Whether no single key can be left out, as far as the command has tested this.
    let isSmallest: Bool
    /// The number of skipped runs.
    let skipped: Int
    let runs: Int

    var exitCode: ExitCode { isSmallest ? .done : .refused }

    /// The result for people: a sentence, and a table.
    func text(_ output: Output) -> String {
        let rows = keys.map { [($0.isFlag ? "flag " : "") + $0.name.shownWhole, $0.good.text, $0.bad.text] }
        return "\(sentence)\n\(Table.text([["KEY", "GOOD", "BAD"]] + rows, columns: output.columns))"
    }

    private var sentence: String {
        let (values, verb) = keys.count == 1 ? ("value of 1 key", "makes") : ("values of \(keys.count) keys", "make")
        let number = "\(CountText.of(runs, "run"))\(skipped > 0 ? ", \(skipped) of them skipped" : "")"
        let end = isSmallest ? "" : "; fewer keys may be enough: allow more runs with --runs"
        return "the bad \(values), of \(differing) that differ, \(verb) the command fail (\(number))\(end):"
    }

    /// The result in one sentence, without the values.
    var jobSentence: String {
        let names = keys.map { ($0.isFlag ? "flag " : "") + $0.name.shownWhole }
        return "the command fails with the bad values of \(ListText.of(names, last: "and"))"
    }

    var json: JSON {
        [
            "outcome": isSmallest ? "found" : "undecided",
            "keys": .array(keys.map(\.json)),
            "differing": .integer(Int64(differing)),
            "skipped": .integer(Int64(skipped)),
            "runs": .integer(Int64(runs)),
        ]
    }
}

extension DifferingKey {
    fileprivate var json: JSON {
        var members: JSONObject = [isFlag ? "flag" : "key": .string(name)]
        members["good"] = good.json ?? .null
        members["bad"] = bad.json ?? .null
        return .object(members)
    }
}

extension DifferingKey.Side {
    /// The value for people.
    fileprivate var text: String {
        switch self {
        case .value(let value): ValueText.line(value)
        case .override(.variant(let name)): name.shownWhole
        case .override(.value(let value)): ValueText.line(value)
        case .present(let value): value.map { ValueText.line($0) } ?? "as now"
        }
    }

    /// The value, or the name of the variant; nil if it is not known.
    fileprivate var json: JSON? {
        switch self {
        case .value(let value), .override(.value(let value)): value
        case .override(.variant(let name)): .string(name)
        case .present(let value): value
        }
    }
}
