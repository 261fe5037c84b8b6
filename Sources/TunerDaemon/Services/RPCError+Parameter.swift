import JSONCore
import RPCCore
import TunerAPI

extension RPCError {
    /// A parameter that cannot be used.
    init(parameter name: StaticString, _ sentence: String) {
        self.init(ErrorKind.invalidParams, sentence, facts: ["parameter": .string(name.description)])
    }
}
