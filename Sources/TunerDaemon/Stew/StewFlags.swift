import FlagEngine
import JSONCore
import StateCore
import StewEngine

/// The results of the flags that affect a stew plan.
struct StewFlags {
    private let model: StewModel
    private let showsTips: Bool
    private let prefersCelsius: Bool

    init(_ view: View, in context: EvaluationContext) {
        var state = view.state
        self.init(&state, view.world, in: context)
    }

    /// Evaluates the flags in a world, or outside of worlds if `world` is nil.
    ///
    /// The state is `inout` here and in `value`. A closure that captures the state would copy it, which costs as much
    /// as five evaluations.
    init(_ state: inout State, _ world: World?, in context: EvaluationContext) {
        if case .string(let word)? = StewFlags.value(of: StewFlags.modelKey, &state, world, context) {
            model = StewModel(named: word)
        } else {
            model = .v1
        }
        showsTips = StewFlags.value(of: StewFlags.tipsKey, &state, world, context) == .boolean(true)
        prefersCelsius = StewFlags.value(of: StewFlags.celsiusKey, &state, world, context) == .boolean(true)
    }

    /// Returns the flag's value; nil if the flag does not exist or a kill switch limits it.
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

    /// Returns the settings of a plan.
    ///
    /// `unit` overrides the unit from the flags.
    func settings(_ unit: StewUnit?) -> StewSettings {
        StewSettings(model: model, unit: unit ?? (prefersCelsius ? .celsius : .fahrenheit), showsTips: showsTips)
    }

    private static let modelKey = key("algo.reductionModel")
    private static let tipsKey = key("ui.showAdvancedTips")
    private static let celsiusKey = key("units.defaultCelsius")

    /// Returns whether a flag is one of those that affect stew plans.
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
