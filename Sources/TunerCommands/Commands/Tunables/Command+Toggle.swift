import JSONCore
import TunerAPI

extension Command {
    /// The other value.
    static let toggle = Command(
        "toggle",
        API.Tunables.toggle.summary,
        Arguments(usage: "KEY", first: "KEY", least: 1, most: 1),
        details: "The new value is printed.",
        options: [.dryRun, .duration],
        examples: ["tunerctl toggle ui.showGrid"]
    ) { (invocation, output) throws(Failure) in
        var parameters = ToggleParameters()
        parameters.key = try invocation.arguments[0]
        parameters.isDryRun = invocation.options.isDryRun
        parameters.duration = invocation.options.duration
        try output.print(try invocation.connect().call(API.Tunables.toggle, parameters))
        return .done
    }
}
