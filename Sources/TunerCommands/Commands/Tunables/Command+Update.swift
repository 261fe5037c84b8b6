import JSONCore
import TunerAPI

extension Command {
    static let update = Command(
        "update",
        API.Tunables.update.summary,
        "KEY=VALUE...",
        shell: .repeatable,
        details: """
            Each VALUE is read as by tunerctl set. On a terminal, and with --dry-run, the changes are printed. See tunerctl
            help set for --wait-applied.
            """,
        settings: ValueOptions(),
        options: ValueOptions.all,
        examples: ["tunerctl update ui.scale=2 ui.title='two words'"]
    ) { (invocation, options, output) throws(Failure) in
        let texts = try TypedTexts(invocation.arguments, areStrings: options.areStrings, for: "update")
        return try setSeveral(texts, invocation, options, output)
    }
}
