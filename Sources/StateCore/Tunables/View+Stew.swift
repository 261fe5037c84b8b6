import JSONCore
package import StewEngine
import TunableEngine

extension View {
    /// What stews are computed with, as seen from here.
    package var stewFactors: StewFactors { state.stewFactors(in: world) }
}

extension State {
    /// The values that stews are computed with, as the members of a world see them, or all others where it is nil.
    package func stewFactors(in world: World?) -> StewFactors {
        var factors = StewFactors.initial
        // Most states have none that was ever tuned.
        guard tunables.knownBuiltIns > 0 || world?.values.isEmpty == false else { return factors }
        BuiltInTunables.constants.forEachInOrder { key, constant in
            let range = constant.declaration.range
            guard let value = seen(key, in: world).value?.number else { return }
            do {
                // A spec is a little more lenient at its ends.
                try factors.set(constant, to: min(max(value, range.lowerBound), range.upperBound))
            } catch {
                preconditionFailure("\(error)")
            }
        }
        return factors
    }
}

extension JSON {
    fileprivate var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
}
