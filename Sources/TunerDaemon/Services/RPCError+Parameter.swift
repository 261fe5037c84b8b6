import JSONCore
import RPCCore
import TunerAPI

extension RPCError {
    /// Creates the error for an invalid parameter.
    init(parameter name: StaticString, _ sentence: String) {
        self.init(ErrorKind.invalidParams, sentence, facts: ["parameter": .string(name.description)])
    }

    /// Creates the error for a parameter that must be one of some words.
    init(parameter name: StaticString, allowed: [String], nearest: String?, _ sentence: String) {
        var facts: JSONObject = ["parameter": .string(name.description), "allowed": .array(allowed.map(JSON.string))]
        facts["nearest"] = nearest.map { .string($0) }
        self.init(ErrorKind.invalidParams, sentence, facts: facts)
    }
}
