import JSONCore
import RPCCore
import StewEngine
import TunerAPI

/// The validated parameters of a stew.
struct StewRequest {
    let inputs: StewInputs
    /// The unit, if the client named one.
    private(set) var unit: StewUnit?

    /// Validates parameters; the error names the invalid one.
    init(_ parameters: StewParameters) throws(RPCError) {
        do throws(StewFault) {
            inputs = try StewInputs(
                ounces: parameters.weight,
                varietal: parameters.varietal,
                style: parameters.style
            )
            if let units = parameters.units {
                unit = try StewUnit(units)
            }
        } catch {
            throw RPCError(error)
        }
    }
}

extension RPCError {
    /// Creates the error for an invalid parameter, with the allowed values.
    init(_ fault: StewFault) {
        switch fault {
        case .weight(let ounces):
            var facts: JSONObject = [
                "parameter": .string(StewInput.weight.rawValue),
                "minimum": .integer(Int64(StewWeight.range.lowerBound)),
                "maximum": .integer(Int64(StewWeight.range.upperBound)),
            ]
            facts["value"] = ounces.isFinite ? .plain(ounces) : nil
            self.init(ErrorKind.outOfRange, fault.description, facts: facts)
        case .word(let word, let input, let allowed, let nearest):
            var facts: JSONObject = [
                "parameter": .string(input.rawValue), "value": .string(word.shortened),
                "allowed": .array(allowed.map { .string($0) }),
            ]
            facts["nearest"] = nearest.map { .string($0) }
            self.init(ErrorKind.invalidParams, fault.description, facts: facts)
        case .constant:
            preconditionFailure("a request names no constants")
        }
    }
}
