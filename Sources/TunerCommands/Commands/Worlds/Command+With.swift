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
        "Runs a command in a world of its own, with values that only it and what it starts see.",
        Arguments(usage: "[KEY=VALUE...] -- COMMAND [ARGUMENT]...", first: "COMMAND", least: 1, most: .max),
        details: """
            A KEY that is a flag's and no tunable's forces the flag to the variant VALUE, or the value.

            The command has the world's ID in TUNER_WORLD and the daemon's socket in TUNER_SOCKET; what it sets is its own too.
            The world ends with it. Its exit code is passed on, 128 and the number of the signal that killed it, 126 where it cannot
            be run, and 127 where there is none; signals are passed on to it.
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
        let world = try HeldWorld(texts, clamps: options.clamps, invocation)
        return try AccompaniedProgram.run(Array(invocation.words[mark...]), in: world)
    }
}
