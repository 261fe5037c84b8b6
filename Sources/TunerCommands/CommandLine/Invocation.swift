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
        while let word = try checked({ () throws(OptionFault) in
            // Not the whole of what is being read: the table must wait until an option asks for it.
            let command = command
            return try reader.next(Invocation.known(to: command), for: &options)
        }) {
            if command == nil {
                command = try Invocation.command(named: word.path)
            } else {
                if !reader.hasOptions, argumentsBeforeMark == nil {
                    argumentsBeforeMark = words.count
                }
                words.append(word)
            }
        }
        // Those that stood before the command were taken for its own.
        if !reader.used.isEmpty {
            try checked { () throws(OptionFault) in try reader.check(Invocation.known(to: command)) }
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

    /// What may stand in the line, as far as its command is known.
    private static func known(to command: Command?) -> [Option<Options>] {
        Options.global + (command?.options ?? Command.allOptions)
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
