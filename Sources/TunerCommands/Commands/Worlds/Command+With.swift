import JSONCore
import OptionCore
import SystemCore
import TunerAPI

private struct WithOptions {
    var areStrings = false
    var clamps = false
}

extension Command {
    static let with = Command(
        "with",
        "Run a command in its own world: with values that only it and its child processes see.",
        Arguments("[KEY=VALUE...] -- COMMAND [ARGUMENT]...", least: 1),
        details: """
            If KEY is the name of a flag and of no tunable, the flag is overridden. VALUE is then a variant or a value
            of the flag.

            The variables TUNER_WORLD and TUNER_SOCKET of the command name its world and the daemon. A value that the
            command sets is also set only in its world. The world ends with the command.

            \(sharedOnly)

            tunerctl passes signals on to the command, and exits with its exit code: 128 plus the signal's number if a
            signal killed it, 126 if it cannot be executed, and 127 if it does not exist.
            """,
        settings: WithOptions(),
        options: [.string(\.areStrings), .clamp(\.clamps)],
        examples: ["tunerctl with ui.scale=2 ui.mode=night -- ./demo"]
    ) { (invocation, options, _) throws(Failure) in
        guard let mark = invocation.argumentsBeforeMark, mark < invocation.words.count else {
            throw .usage(UsageError(.noProgram, command: "with"))
        }
        var pairs: [String] = []
        for word in invocation.words[..<mark] { pairs.append(try invocation.text(word)) }
        let texts = try TypedTexts(pairs, areStrings: options.areStrings, for: "with")
        let world = try HeldWorld(TypedWorldContents(texts, clamps: options.clamps), invocation)
        return try AccompaniedProgram.run(Array(invocation.words[mark...]), in: world)
    }
}
