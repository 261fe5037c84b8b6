import ConsoleCore
import JSONCore
import OptionCore
import TunableEngine

/// A wrong command line, with the name of its command if that is known.
struct UsageError: Error, Equatable {
    enum Fault: Equatable {
        case unknownCommand(String, nearest: String?)
        /// The name of a command in other programs, with the command line that does the same.
        case foreignCommand(String, instead: String)
        case option(OptionFault)
        case missingArgument(String)
        case noParameter(String)
        case noJSON(JSONFault, line: Int, column: Int)
        case longInput(most: Int)
        case unknownSubject(String, nearest: String?)
        case missingAction([String])
        /// An option of these actions of a command, for another action.
        case otherAction([String], option: String, not: String)
        /// A word that is not an action of its command, such as `flag`.
        case unknownAction(String, among: [String], nearest: String?)
        case noPair(String)
        /// A text that is not valid as a value, as a sentence.
        case text(String)
        /// A key that names a member, for a command that takes keys of tunables only.
        case member(String, of: String)
        case noSpec
        case twoSpecs
        /// A fault in a file, or in standard input.
        case file(String, InputFile.Fault)
        case noLayerName(String)
        case emptyFileName
        case nothingToReset
        case nothingToActivate
        case noProgram
        /// A running program and a program to start.
        case twoPrograms
        /// A format for a command that runs programs instead of printing changes.
        case formatWithProgram
        /// More than one condition that ends `wait`.
        case severalConditions
        case openQuote
        /// A command that replaces its file, but reads standard input.
        case nothingToWriteTo
        /// A command that needs the terminal or the process of the shell.
        case notInShell(String)
        /// A line of a shell that names another socket than the shell's.
        case socketInShell
        /// A command that draws on a terminal, where there is none.
        case noTerminal
        /// A command that changes the shared state, in a world, with its whole line.
        case onlyShared(String, line: String, inShell: Bool)
    }

    let fault: Fault
    let command: String?
    /// Whether the fault is in a line of a shell, in which `help` lists the commands.
    let isInShell: Bool

    init(_ fault: Fault, command: String? = nil, isInShell: Bool = false) {
        self.fault = fault
        self.command = command
        self.isInShell = isInShell
    }
}

extension UsageError: CustomStringConvertible {
    /// A sentence for people, with the command that prints help.
    var description: String {
        "\(fault); see \(command.map { "tunerctl help \($0)" } ?? (isInShell ? "help" : "tunerctl --help"))"
    }
}

extension UsageError.Fault: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownCommand(let name, let nearest): "there is no command \(name.shown)\(NearestName.question(nearest))"
        case .foreignCommand(let name, let instead): "there is no command \(name.shown); use: tunerctl \(instead)"
        case .option(let fault): fault.description
        case .missingArgument(let name): "\(name) is missing"
        case .noParameter(let argument):
            "parameters must be one JSON object, one JSON array, or each KEY=VALUE, got \(argument.shown)"
        case .noJSON(let fault, let line, let column):
            "the parameters are not JSON: \(fault.reason) at line \(line), column \(column)"
        case .longInput(let most): "the parameters on standard input are longer than \(most) bytes"
        case .unknownSubject(let name, let nearest):
            "there is no command or method \(name.shown)\(NearestName.question(nearest))"
        case .unknownAction(let word, let words, let nearest):
            "\(word.shown) is not one of \(words.joined(separator: ", "))\(NearestName.question(nearest))"
        case .missingAction(let words): "\(ListText.of(words, last: "or")) is missing"
        case .otherAction(let actions, let option, let action):
            "\(option) is an option of \(ListText.of(actions, last: "and")), not of \(action)"
        case .noPair(let word): "each value must be KEY=VALUE, got \(word.shown)"
        case .text(let sentence): sentence
        case .member(let key, let tunable): WaitText.member(key, of: tunable)
        case .noSpec: "the declaration is missing; give --type or a JSON object"
        case .twoSpecs: "use only one of these: a JSON object, options, --file"
        case .file(let file, let fault): "\(file == "-" ? "standard input" : file.shownWhole) \(fault)"
        case .noLayerName(let file): "\(file.shownWhole) has no \"name\"; give one with --name"
        case .emptyFileName: "FILE must not be empty"
        case .nothingToReset: "KEY is missing; to reset several keys, use --all or --match PATTERN"
        case .nothingToActivate: "NAME is missing; to deactivate all layers, use --none"
        case .formatWithProgram: "--format has no effect with --exec, which prints nothing"
        case .severalConditions: WaitText.severalConditions
        case .nothingToWriteTo: "--write needs the name of a file"
        case .openQuote: "a quote is not closed"
        case .notInShell(let name): "\(name) does not work in a shell; run it outside of the shell"
        case .socketInShell:
            "--socket is not allowed in a shell; to use another daemon, type: tunerctl shell --socket PATH"
        case .noTerminal:
            "standard input and output must be a terminal; tunerctl list and tunerctl watch write to pipes"
        case .onlyShared(let name, let line, let isInShell):
            "\(name) changes the shared state, not this world; to change the shared state, type"
                + "\(isInShell ? " outside of the shell" : ""): TUNER_WORLD= tunerctl \(line.shownWhole)"
        case .twoPrograms: "--pid names a running program, so no program may follow --"
        case .noProgram: "the program to run is missing after --"
        }
    }
}
