import JSONCore
import RPCCore
import TunerAPI

extension RPCError {
    /// Creates the error for an invalid parameter.
    init(parameter name: StaticString, _ sentence: String) {
        self.init(ErrorKind.invalidParams, sentence, facts: ["parameter": .string(name.description)])
    }
}
