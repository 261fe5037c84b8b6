import JSONCore
import RPCCore
import StewEngine
import TunerAPI

/// What somebody wants to be stewed.
struct StewRequest {
    var inputs = StewInputs()
    /// The unit, where it is said.
    var unit: StewUnit?

    init() {}

    /// Reads parameters, or says which of them cannot be stewed.
    init(_ parameters: StewParameters) throws(RPCError) {
        do throws(StewFault) {
            if let weight = parameters.weight {
                inputs.weight = try StewWeight(ounces: weight)
            }
            if let varietal = parameters.varietal {
                inputs.varietal = try Varietal(varietal)
            }
            if let style = parameters.style {
                inputs.style = try StewStyle(style)
            }
            if let units = parameters.units {
                unit = try StewUnit(units)
            }
        } catch {
            throw RPCError(error)
        }
    }
}

extension RPCError {
    /// What cannot be stewed, with what is allowed.
    init(_ fault: StewFault) {
        switch fault {
        case .weight(let ounces):
            var facts: JSONObject = [
                "parameter": .string(StewInput.weight.name.description),
                "minimum": .integer(Int64(StewWeight.range.lowerBound)),
                "maximum": .integer(Int64(StewWeight.range.upperBound)),
            ]
            facts["value"] = ounces.isFinite ? .plain(ounces) : nil
            self.init(ErrorKind.outOfRange, fault.description, facts: facts)
        case .word(let word, let input, let allowed, let nearest):
            var facts: JSONObject = [
                "parameter": .string(input.name.description), "value": .string(word.shortened),
                "allowed": .array(allowed.map { .string($0) }),
            ]
            facts["nearest"] = nearest.map { .string($0) }
            self.init(ErrorKind.invalidParams, fault.description, facts: facts)
        case .constant:
            preconditionFailure("a request names no constants")
        }
    }
}
