import JSONCore
package import StewEngine
import TunableEngine

extension View {
    /// The values that stews are computed with in this view.
    package var stewFactors: StewFactors { state.stewFactors(in: world) }
}

extension State {
    /// Returns the values that stews are computed with in a world, or outside every world if `world` is nil.
    package func stewFactors(in world: World?) -> StewFactors {
        var factors = StewFactors.initial
        // In most states no constant was ever changed.
        guard tunables.knownBuiltIns > 0 || world?.values.isEmpty == false else { return factors }
        BuiltInTunables.constants.forEachInOrder { key, constant in
            let range = constant.properties.range
            guard let value = resolution(of: key, in: world).value?.number else { return }
            do {
                // The spec may accept a number slightly outside of the range.
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
