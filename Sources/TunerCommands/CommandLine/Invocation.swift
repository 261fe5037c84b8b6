import JSONCore
import OptionCore
import SystemCore

/// A command line that was understood.
struct Invocation {
    /// None where only help or the version is asked for, or nothing.
    private(set) var command: Command?
    private(set) var options = Options()
    /// What follows the command and is no option, byte for byte.
    private(set) var words: [RawText] = []
    /// How many arguments stand before `--`; all where there is none.
    private(set) var argumentsBeforeMark: Int?
    /// The shell whose line it is, and whose connection it uses.
    let session: ShellSession?

    /// Reads a command line, the program's name left out, or a shell's line, for which the shell's options hold too.
    ///
    /// Options may stand anywhere, those of a command before it too.
    init(_ line: [RawText], in session: ShellSession? = nil) throws(UsageError) {
        self.session = session
        if let session { options = session.options }
        var reader = OptionReader(line)
        var given: [GivenOption] = []
        while let part = try checked({ () throws(OptionFault) in
            // Not the whole of what is being read.
            let command = command
            return try reader.next { (name) throws(OptionFault) in try Invocation.shape(of: name, command) }
        }) {
            switch part {
            case .option(let option): given.append(option)
            case .word(let word) where command == nil: command = try Invocation.command(named: word.path)
            case .word(let word):
                if !reader.hasOptions, argumentsBeforeMark == nil {
                    argumentsBeforeMark = words.count
                }
                words.append(word)
            }
        }
        for option in given {
            let known = Options.global + (command?.options ?? Command.allOptions)
            try checked { () throws(OptionFault) in
                guard try Option.apply(option, among: known, to: &options) else {
                    throw .unknown(option.name, among: known.map(\.shape))
                }
            }
        }
        if !options.wantsHelp, !options.wantsVersion, let command {
            try checkArguments(of: command)
        }
    }

    /// What follows the command, where all of it must be text.
    var arguments: [String] {
        get throws(Failure) {
            var arguments: [String] = []
            for word in words { arguments.append(try text(word)) }
            return arguments
        }
    }

    /// The text of a word that may not hold any byte.
    func text(_ word: RawText) throws(Failure) -> String {
        try Failure.usage { () throws(UsageError) in try checked { () throws(OptionFault) in try word.checkedText() } }
    }

    /// Returns the shape of an option; before the command, the one that all commands with the option share.
    private static func shape(of name: String, _ command: Command?) throws(OptionFault) -> OptionShape {
        let known = Options.global + (command?.options ?? Command.allOptions)
        guard let option = Option.named(name, in: known) else {
            throw .unknown(name, among: known.map(\.shape))
        }
        return option.shape
    }

    private func checkArguments(of command: Command) throws(UsageError) {
        if words.count < command.arguments.least {
            throw error(.missingArgument(command.arguments.first))
        }
        if words.count > command.arguments.most {
            throw error(.option(.unexpected(words[command.arguments.most].path)))
        }
    }

    private static func command(named name: String) throws(UsageError) -> Command {
        if let command = Command.named(name) {
            return command
        }
        let nearest = NearestName.nearest(to: name, among: Command.names)
        throw UsageError(.unknownCommand(name, nearest: nearest))
    }

    /// Says for which command an option's fault was made.
    private func checked<Value>(_ body: () throws(OptionFault) -> Value) throws(UsageError) -> Value {
        do {
            return try body()
        } catch {
            throw self.error(.option(error))
        }
    }

    private func error(_ fault: UsageError.Fault) -> UsageError {
        UsageError(fault, command: command?.name)
    }
}
