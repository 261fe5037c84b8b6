import JSONCore
import OptionCore
import SystemCore

/// A command line that was understood.
struct Invocation {
    /// None where only help or the version is asked for, or nothing.
    private(set) var command: Command?
    /// The options that every command has; a command's own are given to what runs it.
    private(set) var global = GlobalOptions()
    /// What follows the command and is no option, byte for byte.
    private(set) var words: [RawText] = []
    /// How many arguments stand before `--`; all where there is none.
    private(set) var argumentsBeforeMark: Int?
    /// The shell whose line it is, and whose connection it uses.
    let session: ShellSession?
    /// The command with its own options.
    private var body: Command.Body?

    /// Reads a command line, the program's name left out, or a shell's line, for which the shell's options hold too.
    ///
    /// Options may stand anywhere, those of a command before it too: they are applied when the command is known.
    init(_ line: [RawText], in session: ShellSession? = nil) throws(UsageError) {
        self.session = session
        if let session { global = session.global }
        var reader = OptionReader(line)
        var given: [GivenOption] = []
        while let part = try checked({ () throws(OptionFault) in
            // Not the whole of what is being read.
            let command = command
            return try reader.next { (name) throws(OptionFault) in try Invocation.shape(of: name, command) }
        }) {
            switch part {
            case .option(let option):
                var global = global
                if try checked({ () throws(OptionFault) in
                    try Option.apply(option, among: GlobalOptions.all, to: &global)
                }) {
                    self.global = global
                } else {
                    given.append(option)
                }
            case .word(let word) where command == nil: command = try Invocation.command(named: word.path)
            case .word(let word):
                if !reader.hasOptions, argumentsBeforeMark == nil {
                    argumentsBeforeMark = words.count
                }
                words.append(word)
            }
        }
        guard let command else {
            // No command will refuse a wrong value.
            for option in given {
                _ = try checked { () throws(OptionFault) in try Command.first(with: option)?.body([option]) }
            }
            return
        }
        body = try checked { () throws(OptionFault) in try command.body(given) }
        if !global.wantsHelp, !global.wantsVersion {
            try checkArguments(of: command)
        }
    }

    /// Runs the command.
    func run(_ output: Output) throws(Failure) -> ExitCode {
        guard let body else { throw .nothingAsked }
        return try body(self, output)
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
        if let option = Option.named(name, in: GlobalOptions.all) { return option.shape }
        let known = command?.options ?? Command.allOptions
        for index in known.indices where known[index].name == name { return known[index] }
        throw .unknown(name, among: GlobalOptions.shapes + known)
    }

    private func checkArguments(of command: Command) throws(UsageError) {
        if words.count < command.arguments.least {
            throw error(.missingArgument(command.arguments.name(at: words.count)))
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
        do { return try body() } catch { throw self.error(.option(error)) }
    }

    /// An error of this line, with the way to its command's help.
    func error(_ fault: UsageError.Fault) -> UsageError {
        UsageError(fault, command: command?.name)
    }
}
