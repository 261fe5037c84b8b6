import ConsoleCore
import JSONCore
import OptionCore
import RPCCore
import TunableEngine
import TunerAPI

/// The patterns of a command line that match nothing, often because of a typing error.
struct UnmatchedPatterns {
    /// A sentence about each pattern, with the nearest key if the pattern names one key.
    let sentences: [String]

    /// Requests from the daemon the keys that patterns match; `includesFlags` says whether the keys of flags count too.
    ///
    /// `flagCommand` does for a flag what the command does for a tunable.
    init(
        among match: PatternList?,
        includesFlags: Bool = false,
        flagCommand: String? = nil,
        on connection: DaemonConnection
    ) throws(Failure) {
        var sentences: [String] = []
        for text in match?.texts ?? [] {
            var parameters = ListParameters()
            parameters.match = PatternList([text])
            parameters.limit = 1
            guard try connection.call(API.Tunables.list, parameters).result.tunables.isEmpty else { continue }
            if includesFlags, try UnmatchedPatterns.matchesFlag(text, connection) { continue }
            sentences.append(try UnmatchedPatterns.sentence(about: text, flagCommand, connection))
        }
        self.sentences = sentences
    }

    /// Prints a note for each pattern.
    func note(_ global: GlobalOptions) {
        for sentence in sentences { global.note("tunerctl: \(sentence)\n") }
    }

    private static func matchesFlag(_ text: String, _ connection: DaemonConnection) throws(Failure) -> Bool {
        let patterns = KeyPatterns(patterns: [try FlagList.pattern(text)])
        return try connection.call(API.Flags.list).result.flags.contains { flag in
            patterns.matches(flag.key.utf8.span, includingBuiltIn: true)
        }
    }

    private static func sentence(
        about text: String,
        _ flagCommand: String?,
        _ connection: DaemonConnection
    ) throws(Failure) -> String {
        guard !text.contains("*"), case .failure(let error) = try KeyType.fetch(of: text, connection) else {
            return "nothing matches \(text.shown)"
        }
        guard error.data["isFlag"] == true, let flagCommand else { return error.message.shownWhole }
        return "\(error.message.shownWhole); use: tunerctl \(flagCommand) \(text.shownWhole.shellWord)"
    }
}
