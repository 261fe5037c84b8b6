/// The options of the command line.
struct Options {
    var rounds = 5
    var seconds = 0.5
    var only: [String] = []
    var isSmoke = false
    /// The command that starts this project's server; empty for the server beside this program.
    var server: [String] = []
    /// The path of `tunerd`; empty for the one beside this program.
    var daemon = ""
    var idle = 5_000
    var flood = 1_000_000
    var wantsHelp = false

    /// The words for `--only` that name no row of a table.
    static let otherSettings = ["fairness", "idle", "values", "notifications"]

    init(_ arguments: [String]) throws(BenchmarkFailure) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--rounds": rounds = try Self.number(word, rest.popFirst(), in: 1...1_000)
            case "--seconds": seconds = try Self.seconds(word, rest.popFirst())
            case "--idle": idle = try Self.number(word, rest.popFirst(), in: 1...100_000)
            case "--flood": flood = try Self.number(word, rest.popFirst(), in: 1...1_000_000_000)
            case "--server": server = try Self.words(word, rest.popFirst())
            case "--tunerd": daemon = try Self.path(word, rest.popFirst())
            case "--only": only.append(try Self.setting(rest.popFirst()))
            case "--smoke": isSmoke = true
            case "--help", "-h": wantsHelp = true
            default: throw .usage("unknown option '\(word)'; --help lists all")
            }
        }
        if isSmoke {
            rounds = 1
            seconds = 0.03
            idle = min(idle, 200)
            flood = min(flood, 20_000)
        }
    }

    /// Returns whether `--only` selects this row.
    func includes(_ isMeant: (String) -> Bool) -> Bool { only.isEmpty || only.contains(where: isMeant) }

    private static func number(
        _ option: String,
        _ word: String?,
        in range: ClosedRange<Int>
    ) throws(BenchmarkFailure) -> Int {
        guard let word, let number = Int(word), range.contains(number) else {
            let limits = "\(range.lowerBound) to \(range.upperBound)"
            throw .usage("\(option) wants a number from \(limits), not '\(word ?? "")'")
        }
        return number
    }

    private static func seconds(_ option: String, _ word: String?) throws(BenchmarkFailure) -> Double {
        guard let word, let number = Double(word), number >= 0.01, number <= 600 else {
            throw .usage("\(option) wants seconds from 0.01 to 600, not '\(word ?? "")'")
        }
        return number
    }

    private static func words(_ option: String, _ text: String?) throws(BenchmarkFailure) -> [String] {
        let words = (text ?? "").split(separator: " ").map { String($0) }
        guard !words.isEmpty else { throw .usage("\(option) wants a command") }
        return words
    }

    private static func path(_ option: String, _ text: String?) throws(BenchmarkFailure) -> String {
        guard let text, !text.isEmpty else { throw .usage("\(option) wants a path") }
        return text
    }

    private static func setting(_ word: String?) throws(BenchmarkFailure) -> String {
        guard
            let word,
            otherSettings.contains(word) || Setting.all.contains(where: { $0.isMeant(by: word) })
                || ValueSetting.all.contains(where: { $0.isMeant(by: word) })
                || FanoutSetting.all.contains(where: { $0.isMeant(by: word) })
        else {
            let names =
                Setting.all.filter { $0.payload == .plain }.map { $0.name } + otherSettings
                + ValueSetting.all.map { $0.name } + FanoutSetting.all.map { $0.name }
            throw .usage("there is no setting '\(word ?? "")'; there are \(names.joined(separator: ", "))")
        }
        return word
    }
}
