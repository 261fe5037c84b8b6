import OptionCore
import SystemCore
import TunerAPI

extension Command {
    static let top = Command(
        "top",
        "Show a live table of values, and change them with keys.",
        "[PATTERN]...",
        shell: .refused,
        details: """
            Each row has a key, its value, a small graph of its last numbers, the origin of the value, the client that
            changed it, and the time since then.

            Up, Down               Select a key.
            Left, Right            Step its value: a number by its step, an enum to the next choice, a boolean to the other value.
            Ctrl-Left, Ctrl-Right  Make ten steps.
            Enter                  Edit the value.
            d                      Reset the value.
            u, r                   Undo the last change, with those less than a second before it; and redo it.
            /                      Search keys.
            Ctrl-L                 Read everything again.
            q                      Quit.

            If the daemon refuses a change, the last line shows the reason.
            """,
        settings: ListParameters(),
        options: [.match(\.match)],
        examples: ["tunerctl top", "tunerctl top 'ui.*'"]
    ) { (invocation, parameters, output) throws(Failure) in
        parameters.match.add(try invocation.arguments)
        guard output.isTerminal, Kernel.environment("TERM") != "dumb", let terminal = RawTerminal.ofStandardInput else {
            throw .usage(UsageError(.noTerminal, command: "top"))
        }
        // A note would spoil the screen, which itself shows that the connection was lost.
        var global = invocation.global
        global.isQuiet = true
        let (daemon, match) = (try DaemonEndpoint(global), parameters.match)
        var program = try Failure.system { () throws(SystemError) in try TopProgram(daemon, global, match, output) }
        return try program.run(on: terminal)
    }
}
