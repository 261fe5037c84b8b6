import OptionCore
import SystemCore
import TunerAPI

extension Command {
    static let top = Command(
        "top",
        "Show a live table of values, and change them with keys.",
        Arguments(usage: "[PATTERN]...", first: "", least: 0, most: .max),
        details: """
            The table shows each key with its value, the course of its last numbers, where the value comes from, and who changed
            it when. The arrow keys select a key and step its value: a number by the declared step, an enum to the next choice, a
            boolean to the other value. Ctrl with an arrow key steps ten times as far.

            Enter edits the value, d returns to the default, u undoes the last change and r redoes it, / searches keys, Ctrl-L
            reads everything again, and q quits. A refused change shows its reason in the last line.
            """,
        settings: ListParameters(),
        options: [.match(\.match)],
        examples: ["tunerctl top", "tunerctl top 'ui.*'"]
    ) { (invocation, parameters, output) throws(Failure) in
        parameters.match.add(try invocation.arguments)
        guard output.isTerminal, Kernel.environment("TERM") != "dumb", let terminal = RawTerminal.ofStandardInput else {
            throw .usage(UsageError(.noTerminal, command: "top"))
        }
        let daemon = try DaemonEndpoint(invocation.global)
        var program = TopProgram(daemon, invocation.global, parameters.match, output)
        return try program.run(on: terminal)
    }
}
