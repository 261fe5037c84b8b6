import OptionCore
import TunerAPI

/// The completion of the last word in an unfinished command line.
struct Completion {
    /// A placeholder for file names, which the caller completes.
    static let files = ":files"

    private let words: [String]
    private let partial: String
    private let isShell: Bool
    private let live: LiveNames

    /// Creates a completion.
    ///
    /// - Parameters:
    ///   - words: The words before the last one.
    ///   - partial: The last word, which may be empty.
    ///   - inShell: Whether the line is of a tunerctl shell.
    ///   - live: The names that the daemon knows.
    init(_ words: [String], _ partial: String, inShell: Bool, _ live: LiveNames) {
        self.words = words
        self.partial = partial
        isShell = inShell
        self.live = live
    }

    /// The possible words, sorted.
    var candidates: [String] {
        let found = all.filter { $0.hasPrefix(partial) || $0 == Completion.files }
        return Set(found).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private var all: [String] {
        var command: Command?
        var arguments: [String] = []
        var index = 0
        while index < words.count {
            let word = words[index]
            if word == "--" { return programs(behind: command) }
            if word.hasPrefix("-"), word.utf8.count > 1 {
                if let value = value(of: word, command) {
                    index += 1
                    if index == words.count { return value }
                }
            } else if command == nil {
                guard let found = Command.named(word) else {
                    return isShell && word == "reset-all" ? live.keys(partial) : []
                }
                command = found
            } else if let action = command?.action(named: word) {
                command = action
            } else {
                arguments.append(word)
            }
            index += 1
        }
        guard let command else {
            guard !partial.hasPrefix("-") else { return GlobalOptions.shapes.map(\.name) }
            return isShell ? ShellLine.names : Command.names
        }
        if partial.hasPrefix("-") { return (command.options + GlobalOptions.shapes).map(\.name) + ["--"] }
        if command.hasActions { return arguments.isEmpty ? command.actions().map(\.word) : [] }
        return ArgumentWords(command.arguments.usage).next(after: arguments)
            .flatMap { candidates(for: $0, of: command, arguments) } + (isShell ? own(command, arguments) : [])
    }

    /// Returns the candidates that are only possible in a tunerctl shell.
    private func own(_ command: Command, _ arguments: [String]) -> [String] {
        arguments.isEmpty ? ShellLine.words(after: command) : []
    }

    /// Returns the candidates for the value of an option; nil if the option needs no value after this word.
    private func value(of word: String, _ command: Command?) -> [String]? {
        guard !word.contains("=") else { return nil }
        let options = GlobalOptions.shapes + (command?.options ?? Command.all.flatMap(\.options))
        guard let option = options.first(where: { $0.isNamed(word) }), let placeholder = option.placeholder else {
            return nil
        }
        let choices = placeholder.split(separator: "|")
        if choices.allSatisfy({ ArgumentWords.isLiteral($0) }) { return choices.map(String.init) }
        switch placeholder {
        case "FILE", "PATH", "DIR", "SCHEMA": return [Completion.files]
        case "PATTERN", "KEY": return live.keys(partial)
        default: return []
        }
    }

    /// Returns candidates for a program to run, which the caller completes like a file name.
    private func programs(behind command: Command?) -> [String] {
        command == nil ? [] : [Completion.files]
    }

    private func candidates(for name: String, of command: Command, _ arguments: [String]) -> [String] {
        if ArgumentWords.isLiteral(name) { return [name] }
        switch command.completion().words[name] {
        case .flags?: return live.flags()
        case .presets?: return live.presets()
        case CommandCompletion.Source.none?: return []
        case nil: break
        }
        return switch name {
        case "KEY", "PATTERN", "MATCH": live.keys(partial)
        case "KEY=VALUE" where command.arguments.usage.hasPrefix("KEY ") && !isPair(arguments): []
        case "KEY=VALUE": pairs()
        case "VALUE": live.values(of: arguments.last ?? "")
        case "VARIANT": live.variants(of: arguments.last ?? "")
        case "NAME": live.layers()
        case "ID": live.worlds()
        case "PID": live.processes()
        case "COMMAND": Command.names
        case "ACTION": Command.named(arguments.last ?? "")?.actions().map(\.word) ?? []
        case "METHOD": API.methods.map(\.name.description)
        case "FILE", "CASES": [Completion.files]
        default: []
        }
    }

    /// Returns whether the words of a command that takes KEY VALUE or KEY=VALUE have the second form.
    private func isPair(_ arguments: [String]) -> Bool { (arguments.first ?? partial).contains("=") }

    /// Returns keys with `=`; after the `=`, the values of the key.
    private func pairs() -> [String] {
        guard let end = partial.firstIndex(of: "=") else { return live.keys(partial).map { "\($0)=" } }
        let key = String(partial[..<end])
        return live.values(of: key).map { "\(key)=\($0)" }
    }
}
