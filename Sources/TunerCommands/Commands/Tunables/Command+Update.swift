import JSONCore
import TunerAPI

extension Command {
    /// Several values.
    static let update = Command(
        "update",
        API.Tunables.update.summary,
        Arguments(usage: "KEY=VALUE...", first: "KEY=VALUE", least: 1, most: .max),
        details: "Each VALUE is read as that of set. Nothing is printed, but with --dry-run what would change.",
        options: [.string, .clamp, .dryRun, .ifRevision, .duration, .existing],
        examples: ["tunerctl update ui.scale=2 ui.title='two words'"]
    ) { (invocation, output) throws(Failure) in
        let options = invocation.options
        var texts = try TypedTexts(invocation.arguments, options, for: "update")
        var parameters = UpdateParameters()
        parameters.clamps = options.clamps
        parameters.isDryRun = options.isDryRun
        parameters.ifRevision = options.ifRevision
        parameters.duration = options.duration
        parameters.creates = options.creates
        let connection = try invocation.connect()
        let answer = try texts.send(on: connection) { (values) throws(Failure) in
            parameters.values = values
            return try connection.callInPieces(API.Tunables.update, parameters)
        }
        if output.isJSON || options.isDryRun {
            try output.print(answer)
        }
        return .done
    }
}
