import FlagEngine
import JSONCore
import StateCore
import StewEngine

/// What flags decide of stews, for somebody.
struct StewFlags {
    private let model: StewModel
    private let showsTips: Bool
    private let prefersCelsius: Bool

    /// Evaluates the flags as a view sees them, in a context.
    init(_ view: View, in context: EvaluationContext) {
        var state = view.state
        self.init(&state, view.world, in: context)
    }

    /// Evaluates the flags as the members of a world see them, or everybody who is in none.
    ///
    /// The state is `inout`, also in `value`: a closure that captures it copies it, at the cost of five evaluations.
    init(_ state: inout State, _ world: World?, in context: EvaluationContext) {
        if case .string(let word)? = StewFlags.value(of: StewFlags.modelKey, &state, world, context) {
            model = StewModel(named: word)
        } else {
            model = .v1
        }
        showsTips = StewFlags.value(of: StewFlags.tipsKey, &state, world, context) == .boolean(true)
        prefersCelsius = StewFlags.value(of: StewFlags.celsiusKey, &state, world, context) == .boolean(true)
    }

    /// The flag's value; nothing if a kill switch limits the flag.
    private static func value(
        of key: FlagKey,
        _ state: inout State,
        _ world: World?,
        _ context: EvaluationContext
    ) -> JSON? {
        let key = key.text.utf8.span
        guard let flag = EffectiveFlag(state.flag(key), own: world?.flags.value(of: key)) else { return nil }
        let evaluation = flag.evaluate(EvaluationRequest(), in: context)
        return evaluation.isLimited ? nil : evaluation.value
    }

    /// What is decided all in all, where a unit was said or is preferred.
    func settings(_ unit: StewUnit?) -> StewSettings {
        StewSettings(model: model, unit: unit ?? (prefersCelsius ? .celsius : .fahrenheit), showsTips: showsTips)
    }

    private static let modelKey = key("algo.reductionModel")
    private static let tipsKey = key("ui.showAdvancedTips")
    private static let celsiusKey = key("units.defaultCelsius")

    /// Whether a flag is one of those that decide.
    static func areTouched(by key: FlagKey) -> Bool {
        key == modelKey || key == tipsKey || key == celsiusKey
    }

    private static func key(_ text: String) -> FlagKey {
        do {
            return try FlagKey(text)
        } catch {
            preconditionFailure("\(text) is no flag's key: \(error)")
        }
    }
}
