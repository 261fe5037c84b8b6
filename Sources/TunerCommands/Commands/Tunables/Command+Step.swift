import JSONCore
import OptionCore
import TunerAPI

extension Command {
    static let step = Command(
        "step",
        API.Tunables.step.summary,
        "KEY [STEPS]",
        details: "STEPS is 1 by default; a negative number decreases the value. Prints the new value.",
        settings: StepParameters(),
        options: [.dryRun(\.isDryRun), .duration(\.duration)],
        examples: ["tunerctl step ui.cornerRadius -2"]
    ) { (invocation, parameters, output) throws(Failure) in
        parameters.key = try invocation.arguments[0]
        if let word = try invocation.arguments.dropFirst().first {
            guard let count = Int64(word) else {
                let fault = OptionFault.value(word, option: "STEPS", expectation: "a whole number")
                throw .usage(invocation.error(.option(fault)))
            }
            parameters.count = count
        }
        let connection = try invocation.connect()
        let response = try RefusedWrite.explaining(on: connection) { () throws(Failure) in
            try connection.call(API.Tunables.step, parameters)
        }
        try output.print(response)
        WriteNotes(connection, output, isDryRun: parameters.isDryRun).print(about: response.result)
        return .done
    }
}
