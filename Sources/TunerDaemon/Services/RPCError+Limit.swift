import JSONCore
import RPCCore
import TunerAPI

extension RPCError {
    /// Creates the error for a request that exceeds a limit.
    init(limit: String, _ maximum: Int, parameter: StaticString? = nil, bytes: Int? = nil, _ sentence: String) {
        var facts: JSONObject = ["limit": .string(limit), "maximum": .integer(Int64(maximum))]
        if let parameter {
            facts["parameter"] = .string(parameter.description)
        }
        facts["bytes"] = bytes.map { .integer(Int64($0)) }
        self.init(ErrorKind.tooLarge, sentence, facts: facts)
    }
}
