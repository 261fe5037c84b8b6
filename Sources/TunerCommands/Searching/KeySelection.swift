import ConsoleCore
import JSONCore
import OptionCore
import TunerAPI

/// The keys that the patterns of a command line choose.
struct KeySelection {
    private let patterns: [String]
    private let ranges: [KeyRange]
    private let logarithmic: [String]
    private let command: String

    /// Creates a selection for a command, whose help the faults name.
    init(_ patterns: [String], _ options: SearchOptions, command: String) {
        (self.patterns, self.command) = (patterns, command)
        (ranges, logarithmic) = (options.ranges, options.logarithmic)
    }

    /// Requests the keys from the daemon, with the revision of their values.
    ///
    /// Prints a note about each key that matches a pattern with a wildcard and has no range.
    func keys(
        _ connection: DaemonConnection,
        _ global: GlobalOptions
    ) throws(Failure) -> (keys: [SearchedKey], revision: Int64) {
        var parameters = ListParameters()
        parameters.match = PatternList(patterns)
        let unmatched = try UnmatchedPatterns(among: parameters.match, on: connection)
        if let sentence = unmatched.sentences.first { throw failure(sentence) }
        let list = try connection.call(API.Tunables.list, parameters).result
        let tunables = list.tunables
        for key in ranges.map(\.key) + logarithmic where !tunables.contains(where: { $0.key == key }) {
            throw failure("no pattern matches \(key.shown), which --range or --log names")
        }
        var keys: [SearchedKey] = []
        for tunable in tunables {
            guard tunable.isSecret != true else {
                global.note("tunerctl: \(tunable.key.shown) is secret; the search leaves it out\n")
                continue
            }
            let range = ranges.last { $0.key == tunable.key }
            let reader = KeySpecReader(tunable, range: range, isLogarithmic: logarithmic.contains(tunable.key))
            do throws(KeySpecReader.Fault) {
                keys.append(try reader.key())
            } catch {
                guard !isNamed(tunable.key) else { throw failure(error.sentence) }
                global.note("tunerctl: \(error.sentence); it keeps its value\n")
            }
        }
        guard !keys.isEmpty else { throw failure("no matching key has a range or a list of values") }
        return (keys, list.revision)
    }

    /// Returns whether the command line names a key without a wildcard.
    private func isNamed(_ key: String) -> Bool {
        patterns.contains(key) || ranges.contains { $0.key == key } || logarithmic.contains(key)
    }

    private func failure(_ sentence: String) -> Failure { .usage(UsageError(.text(sentence), command: command)) }
}
