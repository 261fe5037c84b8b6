import JSONCore
import TunerAPI

extension Command {
    static let update = Command(
        "update",
        API.Tunables.update.summary,
        Arguments(usage: "KEY=VALUE...", first: "KEY=VALUE", least: 1, most: .max),
        details: "Each VALUE is read as that of set. Nothing is printed, but with --dry-run what would change.",
        settings: ValueOptions(),
        options: ValueOptions.all,
        examples: ["tunerctl update ui.scale=2 ui.title='two words'"]
    ) { (invocation, options, output) throws(Failure) in
        var texts = try TypedTexts(invocation.arguments, areStrings: options.areStrings, for: "update")
        let connection = try invocation.connect()
        let answer = try texts.send(on: connection) { (values) throws(Failure) in
            options.parameters.values = values
            return try connection.callInPieces(API.Tunables.update, options.parameters)
        }
        if output.isJSON || options.parameters.isDryRun {
            try output.print(answer)
        }
        return .done
    }
}
