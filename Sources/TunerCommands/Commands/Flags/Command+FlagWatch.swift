import OptionCore
import TunerAPI

extension Command {
    static let flagWatch = Command(
        "flag watch",
        "Print each change of the values of all or of some flags, as tunerctl watch does.",
        "[KEY]...",
        details: LineTemplate.help,
        settings: FlagWatchOptions(),
        options: [
            .context(\.context), .string(\.areStrings), .initial(\.isInitial), .program(\.changes.program),
            .format(\.changes.format),
        ],
        examples: ["tunerctl flag watch ui.DarkMode --initial"],
        completion: .flags
    ) { (invocation, options, output) throws(Failure) in
        var parameters = SubscribeFlagsParameters()
        let keys = try invocation.arguments
        parameters.keys = keys.isEmpty ? nil : keys
        parameters.context = ContextText.object(of: options.context, areStrings: options.areStrings)
        let subject = WatchedFlags(parameters, isInitial: options.isInitial)
        try ChangeWatch.run(subject, invocation, output, options.changes)
    }
}

private struct FlagWatchOptions {
    var context: [String] = []
    var areStrings = false
    var isInitial = false
    var changes = ChangeOptions()
}
