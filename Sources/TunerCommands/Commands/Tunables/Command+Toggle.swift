import JSONCore
import OptionCore
import TunerAPI

extension Command {
    static let toggle = Command(
        "toggle",
        API.Tunables.toggle.summary,
        "KEY",
        details: "Prints the new value.",
        settings: ToggleParameters(),
        options: [.dryRun(\.isDryRun), .duration(\.duration)],
        examples: ["tunerctl toggle ui.showGrid"]
    ) { (invocation, parameters, output) throws(Failure) in
        parameters.key = try invocation.arguments[0]
        let connection = try invocation.connect()
        let response = try RefusedWrite.explaining(on: connection) { () throws(Failure) in
            try connection.call(API.Tunables.toggle, parameters)
        }
        try output.print(response)
        WriteNotes(connection, output, isDryRun: parameters.isDryRun).print(about: response.result)
        return .done
    }
}
