import JSONCore
import OptionCore
import SystemCore

/// A parsed command line.
struct Invocation {
    /// The command, or its action; nil for an empty line, and for help or the version of the program.
    private(set) var command: Command?
    /// The command with the action; nil for a command without actions.
    private var parent: Command?
    /// The global options; the options of the command are in `body`.
    private(set) var global = GlobalOptions()
    /// The global options as given, for another command line.
    private(set) var globalWords: [RawText] = []
    /// The arguments of the command that are not options, byte for byte.
    private(set) var words: [RawText] = []
    /// The index of the first word after `--`, or nil if no word follows `--`.
    private(set) var argumentsBeforeMark: Int?
    /// The shell that read this line, whose connection the command uses; nil outside of a shell.
    let session: ShellSession?
    /// The whole line, as it was given.
    private let line: [RawText]
    /// The command with its options applied.
    private var body: Command.Body?

    /// Parses a command line without the program's name, or a line of a shell with the shell's global options.
    ///
    /// Options may be anywhere, even before their command: they are applied after the command is known.
    init(_ line: [RawText], in session: ShellSession? = nil) throws(UsageError) {
        self.session = session
        self.line = line
        if let session { global = session.global }
        var reader = OptionReader(line)
        var given: [GivenOption] = []
        while let part = try checked({ () throws(OptionFault) in
            // Copy the commands: the closure must not capture `self`, which is still being changed.
            let (command, parent) = (command, parent)
            return try reader.next { (name) throws(OptionFault) in try Invocation.shape(of: name, command, parent) }
        }) {
            switch part {
            case .option(let option):
                var global = global
                if try checked({ () throws(OptionFault) in
                    try Option.apply(option, among: GlobalOptions.all, to: &global)
                }) {
                    self.global = global
                    let hasValue = Option.named(option.name, in: GlobalOptions.all)?.shape.hasValue ?? false
                    globalWords += [RawText(option.name)] + (hasValue ? [option.value] : [])
                } else {
                    given.append(option)
                }
            case .word(let word) where command == nil: command = try Invocation.command(named: word.path)
            case .word(let word) where command?.hasActions == true:
                (command, parent) = (try command?.checkedAction(word.path), command)
            case .word(let word):
                if !reader.hasOptions, argumentsBeforeMark == nil {
                    argumentsBeforeMark = words.count
                }
                words.append(word)
            }
        }
        // `--` at the end: what must follow it is missing.
        if !reader.hasOptions, argumentsBeforeMark == nil { argumentsBeforeMark = words.count }
        guard var command else {
            // Without a command, check the values here: no command will refuse a wrong one.
            for option in given {
                _ = try checked { () throws(OptionFault) in try Command.first(with: option)?.body([option]) }
            }
            return
        }
        if command.hasActions {
            // The help is that of the command.
            if global.wantsHelp || global.wantsVersion { return }
            let actions = command.actions()
            guard command.hasUsualAction else { throw error(.missingAction(actions.map(\.word))) }
            (command, parent) = (actions[0], command)
            self.command = command
        }
        do throws(OptionFault) {
            body = try command.body(given)
        } catch .unknown(let name, _) where parent?.actions(with: name).isEmpty == false {
            throw error(.otherAction(parent?.actions(with: name) ?? [], option: name, not: command.name))
        } catch {
            throw self.error(.option(error))
        }
        if !global.wantsHelp, !global.wantsVersion {
            try checkArguments(of: command)
        }
    }

    func run(_ output: Output) throws(Failure) -> ExitCode {
        guard let body else { throw .emptyCommandLine }
        do throws(Failure) {
            return try body(self, output)
        } catch .onlyShared {
            let line = line.map(\.path.shellWord).joined(separator: " ")
            let fault = UsageError.Fault.onlyShared(command?.name ?? "", line: line, inShell: session != nil)
            throw .usage(UsageError(fault, command: "worlds"))
        }
    }

    /// The words as text; throws if one of them is not valid UTF-8.
    var arguments: [String] {
        get throws(Failure) {
            var arguments: [String] = []
            for word in words { arguments.append(try text(word)) }
            return arguments
        }
    }

    /// Returns a word as text; throws if the word is not valid UTF-8.
    func text(_ word: RawText) throws(Failure) -> String {
        try Failure.usage { () throws(UsageError) in try checked { () throws(OptionFault) in try word.checkedText() } }
    }

    /// Returns the shape of an option; all commands with the option have the same shape.
    private static func shape(
        of name: String,
        _ command: Command?,
        _ parent: Command?
    ) throws(OptionFault) -> OptionShape {
        if let option = Option.named(name, in: GlobalOptions.all) { return option.shape }
        let known = command?.options ?? Command.all.flatMap(\.options)
        for index in known.indices where known[index].isNamed(name) { return known[index] }
        // An option of another action is refused later, with the names of the actions that have it.
        let others = parent?.options ?? []
        for index in others.indices where others[index].isNamed(name) { return others[index] }
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
        if let instead = Command.instead(of: name) {
            throw UsageError(.foreignCommand(name, instead: instead))
        }
        let nearest = NearestName.nearest(to: name, among: Command.names)
        throw UsageError(.unknownCommand(name, nearest: nearest))
    }

    /// Runs a closure, and adds the name of this command to its error.
    private func checked<Value>(_ body: () throws(OptionFault) -> Value) throws(UsageError) -> Value {
        do { return try body() } catch { throw self.error(.option(error)) }
    }

    /// Returns a usage error that refers to the help of this command.
    func error(_ fault: UsageError.Fault) -> UsageError {
        UsageError(fault, command: command?.name)
    }
}
