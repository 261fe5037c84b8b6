import ConsoleCore
import JSONCore
import OptionCore
import SystemCore
import TunerAPI

private struct ExecOptions {
    var parameters = PageParameters()
    var prefix = VariableNames.usualPrefix
}

extension Command {
    static let exec = Command(
        "exec",
        "Run a command with the values in environment variables.",
        Arguments("-- COMMAND [ARGUMENT]...", least: 1),
        shell: .refused,
        details: """
            The name of a variable is TUNABLE_, or another --prefix, and the key in capitals. An underscore replaces
            each . and -, and precedes each capital that begins a word: ui.cornerRadius is in TUNABLE_UI_CORNER_RADIUS.
            Strings are passed as they are, other values as JSON. Later changes have no effect on the command; for
            these, use tunerctl watch --exec.

            Two keys with the same variable are an error. So is a variable that has a meaning for other programs, such
            as PATH, HOME, IFS, LD_* and TUNER_*.

            The command replaces tunerctl, and uses the same daemon. The exit code is that of the command, 126 if it
            cannot be executed, and 127 if it does not exist.
            """,
        settings: ExecOptions(),
        options: [
            .match(\.parameters.match),
            .parsed(
                "--prefix",
                "TEXT",
                "empty, or letters, digits and _ without a digit at the start",
                "begin the names of variables with TEXT",
                { VariableNames.isPrefix($0) ? $0 : nil },
                { $0.prefix = $1 }
            ).withDefault(VariableNames.usualPrefix),
        ],
        examples: ["tunerctl exec --match 'build.*' -- make"]
    ) { (invocation, options, _) throws(Failure) in
        guard let mark = invocation.argumentsBeforeMark, mark < invocation.words.count else {
            throw .usage(UsageError(.noProgram, command: "exec"))
        }
        if let word = invocation.words[..<mark].first?.path {
            throw .usage(UsageError(.option(.unexpected(word)), command: "exec"))
        }
        let variables = try variables(options, invocation)
        let words = Array(invocation.words[mark...])
        let socket = try DaemonEndpoint(invocation.global).absolutePath
        do throws(SystemError) {
            for (name, text) in variables { try Kernel.setEnvironment(name, to: text) }
            try Kernel.setEnvironment("TUNER_SOCKET", toPath: socket)
            try Kernel.become(words[0], Array(words.dropFirst()))
        } catch {
            throw error.errno == .argumentsTooLong ? .noVariable(.tooMuch) : .notStarted(words[0].path, error.errno)
        }
    }

    /// Returns the present values as environment variables.
    private static func variables(
        _ options: ExecOptions,
        _ invocation: Invocation
    ) throws(Failure) -> [(name: String, text: String)] {
        let connection = try invocation.connect()
        let values = try connection.call(API.Tunables.getAll, options.parameters).result.values
        try UnmatchedPatterns(among: options.parameters.match, on: connection).note(invocation.global)
        var names = VariableNames(prefix: options.prefix)
        var variables: [(name: String, text: String)] = []
        do throws(VariableFault) {
            for (key, value) in values.entries {
                let text = if case .string(let text) = value { text } else { JSONText.compact(value) }
                if text.utf8.contains(0) { throw .zeroByte(key) }
                variables.append((try names.name(for: key), text))
            }
        } catch {
            throw .noVariable(error)
        }
        return variables
    }
}
