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
        "Runs a command with the values in variables of its environment.",
        Arguments(usage: "-- COMMAND [ARGUMENT]...", first: "COMMAND", least: 1, most: .max),
        details: """
            A variable is called as its key, in capitals, with _ for . and - and before a capital that begins a word, behind
            TUNABLE_ or another --prefix: ui.cornerRadius is in TUNABLE_UI_CORNER_RADIUS. Strings are as they are, everything
            else is JSON. The values are those of this moment; tunerctl watch --exec goes on.

            Two keys that would be one variable are refused, and names that mean something to programs: PATH, HOME, IFS, LD_...,
            TUNER_... and their like. The command takes the place of tunerctl, and finds the same daemon; the exit code is its own,
            126 where it cannot be run, and 127 where there is none.
            """,
        settings: ExecOptions(),
        options: [
            .match(\.parameters.match),
            .parsed(
                "--prefix",
                "TEXT",
                "letters, digits and _, no digit first, or nothing",
                "what the names of variables begin with",
                { VariableNames.isPrefix($0) ? $0 : nil },
                { $0.prefix = $1 }
            ),
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
        let values = try invocation.connect().call(API.Tunables.getAll, options.parameters).result.values
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
