import JSONCore
import TunerAPI

extension Command {
    static let forget = Command(
        "forget",
        API.Tunables.forget.summary,
        Arguments(usage: "KEY", first: "KEY", least: 1, most: 1),
        examples: ["tunerctl forget ui.cornerRadius"]
    ) { (invocation, output) throws(Failure) in
        var parameters = KeyParameters()
        parameters.key = try invocation.arguments[0]
        let answer = try invocation.connect().call(API.Tunables.forget, parameters)
        return try output.print(answer.json, else: "")
    }
}
