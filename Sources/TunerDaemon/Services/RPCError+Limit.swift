import JSONCore
import RPCCore
import TunerAPI

extension RPCError {
    /// A request that exceeds a limit: its name, its value, and the parameter that exceeds it.
    init(limit: String, _ maximum: Int, parameter: StaticString? = nil, _ sentence: String) {
        var facts: JSONObject = ["limit": .string(limit), "maximum": .integer(Int64(maximum))]
        if let parameter {
            facts["parameter"] = .string(parameter.description)
        }
        self.init(ErrorKind.tooLarge, sentence, facts: facts)
    }
}
