import JSONCore
import TunerAPI

extension Command {
    static let describe = Command(
        "describe",
        API.Tunables.describe.summary,
        Arguments(usage: "KEY", first: "KEY", least: 1, most: 1),
        examples: ["tunerctl describe ui.cornerRadius"]
    ) { (invocation, output) throws(Failure) in
        var parameters = KeyParameters()
        parameters.key = try invocation.arguments[0]
        let answer = try invocation.connect().call(API.Tunables.describe, parameters)
        return try output.print(answer.json, else: DescriptionText.text(of: answer.result, output))
    }
}
