import JSONCore

/// A command line that was understood.
struct Invocation {
    /// None where only help or the version is asked for, or nothing.
    private(set) var command: Command?
    private(set) var options = Options()
    /// What follows the command and is no option.
    private(set) var arguments: [String] = []

    /// Reads a command line, the program's name left out.
    ///
    /// Options may stand anywhere, those of a command before it too.
    init(_ words: some Sequence<String>) throws(UsageError) {
        var rest = words.makeIterator()
        var used: [String] = []
        var hasOptions = true
        while let word = rest.next() {
            if hasOptions, word == "--" {
                hasOptions = false
            } else if hasOptions, word.hasPrefix("-"), word != "-" {
                used.append(try apply(word) { rest.next() })
            } else if command == nil {
                command = try Invocation.command(named: word)
            } else {
                arguments.append(word)
            }
        }
        // Those that stood before the command were taken for its own.
        for name in used where !known.contains(where: { $0.name == name }) {
            throw unknownOption(name)
        }
        if !options.wantsHelp, !options.wantsVersion, let command {
            try checkArguments(of: command)
        }
    }

    /// What may stand in the line, as far as its command is known.
    private var known: [Option] {
        Option.global + (command?.options ?? Command.all.flatMap(\.options))
    }

    /// Does what an option asks for; answers its name.
    private mutating func apply(_ word: String, _ next: () -> String?) throws(UsageError) -> String {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = known.first(where: { $0.name == name }) else { throw unknownOption(name) }
        let given = parts.count == 2 ? String(parts[1]) : nil
        switch option.effect {
        case .flag(let apply):
            guard given == nil else { throw error(.takesNoValue(option: name)) }
            apply(&options)
        case .value(let placeholder, let expectation, let apply):
            guard let value = given ?? next() else { throw error(.noValue(option: name, placeholder: placeholder)) }
            guard apply(&options, value) else {
                throw error(.value(value, option: name, expectation: expectation))
            }
        }
        return name
    }

    private func checkArguments(of command: Command) throws(UsageError) {
        if arguments.count < command.arguments.least {
            throw error(.missingArgument(command.arguments.first))
        }
        if arguments.count > command.arguments.most {
            throw error(.extraArgument(arguments[command.arguments.most]))
        }
    }

    private static func command(named name: String) throws(UsageError) -> Command {
        if let command = Command.all.first(where: { $0.name == name }) {
            return command
        }
        let nearest = NearestName.nearest(to: name, among: Command.all.map(\.name))
        throw UsageError(.unknownCommand(name, nearest: nearest))
    }

    private func unknownOption(_ name: String) -> UsageError {
        error(.unknownOption(name, nearest: NearestName.nearest(to: name, among: known.map(\.name))))
    }

    private func error(_ fault: UsageError.Fault) -> UsageError {
        UsageError(fault, command: command?.name)
    }
}
