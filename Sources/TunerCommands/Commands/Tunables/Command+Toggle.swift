import JSONCore
import OptionCore
import TunerAPI

extension Command {
    static let toggle = Command(
        "toggle",
        API.Tunables.toggle.summary,
        Arguments(usage: "KEY", first: "KEY", least: 1, most: 1),
        details: "Prints the new value.",
        settings: ToggleParameters(),
        options: [.dryRun(\.isDryRun), .duration(\.duration)],
        examples: ["tunerctl toggle ui.showGrid"]
    ) { (invocation, parameters, output) throws(Failure) in
        parameters.key = try invocation.arguments[0]
        return try output.print(try invocation.connect().call(API.Tunables.toggle, parameters))
    }
}
