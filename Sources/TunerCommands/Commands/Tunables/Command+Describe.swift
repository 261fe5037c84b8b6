import ConsoleCore
import JSONCore
import RPCCore
import TunerAPI

extension Command {
    static let describe = Command(
        "describe",
        API.Tunables.describe.summary,
        "KEY",
        shell: .repeatable,
        details: "For a key that is only the key of a flag, prints its value without a context and its definition.",
        examples: ["tunerctl describe ui.cornerRadius"]
    ) { (invocation, output) throws(Failure) in
        var parameters = KeyParameters()
        parameters.key = try invocation.arguments[0]
        let connection = try invocation.connect()
        do throws(Failure) {
            let response = try connection.call(API.Tunables.describe, parameters)
            return try output.print(
                response.json,
                else: DescriptionText.text(of: response.result, columns: output.columns) {
                    Color.up.paint($0, output)
                }
            )
        } catch .refused(let error) where error.data["isFlag"] == true {
            let flag = try connection.call(API.Flags.get, untyped: ["key": .string(parameters.key)])
            let evaluation = try connection.call(API.Flags.evaluate, untyped: ["key": .string(parameters.key)]).result
            return try output.print(flag.json, else: FlagDescriptionText.text(of: flag.result, evaluation, output))
        }
    }
}
