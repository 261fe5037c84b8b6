import ConsoleCore
import JSONCore
import OptionCore
import SystemCore

/// A parsed line of a shell.
enum ShellLine: Equatable {
    case nothing
    /// A `get` without options, which scripts use most.
    case get(String)
    /// A `set` without options.
    case set(String, String)
    case help
    case watch([String])
    case watchOff
    case quit
    /// Any other command of tunerctl.
    case command([RawText])

    /// The help of the lines that differ from tunerctl's command line.
    static var own: [ConsoleLine] { ConsoleLine.lines(in: .shell) }

    /// The commands of tunerctl without such a line that a shell runs too.
    static var others: [Command] {
        let own = Set(own.compactMap(\.command?.rawValue))
        return Command.all.filter { !$0.shell().isRefused && !own.contains($0.name) }
    }

    /// All names that may begin a line.
    static var names: [String] { ["exit"] + Set(own.map(\.word)) + others.map(\.name) }

    /// Returns the literal words that may follow a command only in a shell.
    static func words(after command: Command) -> [String] {
        own.filter { $0.command?.rawValue == command.name }.compactMap { line in
            line.usage.split(separator: " ").dropFirst().first.map(String.init)
        }.filter(ArgumentWords.isLiteral)
    }

    /// Returns the command or the action that the words of a line select.
    private static func command(_ words: [String]) -> Command? {
        let command = words.first.flatMap(Command.named)
        return words.dropFirst().lazy.compactMap { command?.action(named: $0) }.first ?? command
    }

    /// Parses a line.
    init(_ line: RawText) throws(UsageError) {
        let text = line.text
        let parts = ShellWords(text ?? line.path)
        // A comment: no key, command or option begins with `#`.
        if parts.words.first?.utf8.first == UInt8(ascii: "#") {
            self = .nothing
            return
        }
        guard !parts.isQuoteOpen else { throw UsageError(.openQuote, isInShell: true) }
        let words = ShellLine.plain(parts.words)
        if text != nil {
            try self.init(words)
        } else {
            try self.init(raw: words)
        }
    }

    /// Returns the words without the name of the program at their start, as in a line that was copied from elsewhere.
    static func plain(_ words: [String]) -> [String] {
        words.first == "tunerctl" ? Array(words.dropFirst()) : words
    }

    /// Parses a line that is not valid UTF-8: only the paths of a command may have such bytes.
    private init(raw words: [String]) throws(UsageError) {
        let known = try ShellLine(words.map { RawText(path: $0).text ?? "FILE" })
        guard case .command = known else { throw UsageError(.option(.notText(words.joined(separator: " ")))) }
        self = .command(words.map { RawText(path: $0) })
    }

    private init(_ words: [String]) throws(UsageError) {
        let rest = Array(words.dropFirst())
        switch (words.first, rest.count) {
        case (nil, _): self = .nothing
        case ("get", 1) where !ShellLine.isOption(rest[0]): self = .get(rest[0])
        // A quoted value needs the declaration of its key, so the general `set` handles it.
        case ("set", 2)
        where !rest.contains(where: ShellLine.isOption) && rest[1].first != "\"" && !rest[0].contains("="):
            self = .set(rest[0], rest[1])
        case ("help", 0): self = .help
        case ("quit", 0), ("exit", 0): self = .quit
        case ("watch", 1) where rest == ["off"]: self = .watchOff
        case ("watch", _) where !rest.contains(where: ShellLine.isOption): self = .watch(rest)
        case ("list", 1) where !ShellLine.isOption(rest[0]) && !rest[0].contains("*"):
            self = .command(["list", "--search", RawText(rest[0])])
        case ("reset-all", 0): self = .command(["reset", "--all"])
        case ("reset-all", _):
            self = .command(
                ["reset"] + rest.flatMap { ShellLine.isOption($0) ? [RawText($0)] : ["--match", RawText($0)] }
            )
        case (let name?, _) where ShellLine.command(words)?.shell().isRefused == true:
            throw UsageError(.notInShell(name), isInShell: true)
        case ("watch", _): throw UsageError(.notInShell("watch with options"), isInShell: true)
        case (let name?, _) where rest.contains("-") && ShellLine.command(words)?.arguments.canBeStandardInput == true:
            throw UsageError(.notInShell("\(name) of standard input"), isInShell: true)
        case (let name?, _):
            guard ShellLine.isOption(name) || Command.names.contains(name) else {
                let nearest = NearestName.nearest(to: name, among: ShellLine.names)
                throw UsageError(.unknownCommand(name, nearest: nearest), isInShell: true)
            }
            self = .command(words.map { RawText($0) })
        }
    }

    private static func isOption(_ word: String) -> Bool { OptionReader.isOption(RawText(word)) }
}
