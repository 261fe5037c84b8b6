import JSONCore
import TunerAPI

extension Command {
    static let forget = Command(
        "forget",
        API.Tunables.forget.summary,
        "KEY...",
        details: "Several keys are forgotten one after the other; the command stops at the first that is refused.",
        examples: ["tunerctl forget ui.cornerRadius"]
    ) { (invocation, output) throws(Failure) in
        let connection = try invocation.connect()
        for key in try invocation.arguments {
            var parameters = KeyParameters()
            parameters.key = key
            let response = try connection.call(API.Tunables.forget, parameters)
            try output.print(response.json, else: "")
        }
        return .done
    }
}
