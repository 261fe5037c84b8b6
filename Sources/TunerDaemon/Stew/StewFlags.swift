import FlagEngine
import JSONCore
import StateCore
import StewEngine

/// What flags decide of stews, for somebody.
struct StewFlags {
    private let model: StewModel
    private let showsTips: Bool
    private let prefersCelsius: Bool

    /// Evaluates the flags as they are seen from somewhere, in a context.
    init(_ view: View, in context: EvaluationContext) {
        /// What a flag says; a kill switch takes away whatever that is.
        func value(of key: FlagKey) -> JSON? {
            guard let flag = view.flag(key) else { return nil }
            let evaluation = flag.evaluate(EvaluationRequest(), in: context)
            return evaluation.isLimited ? nil : evaluation.value
        }
        if case .string(let word)? = value(of: StewFlags.modelKey) {
            model = StewModel(named: word)
        } else {
            model = .v1
        }
        showsTips = value(of: StewFlags.tipsKey) == .boolean(true)
        prefersCelsius = value(of: StewFlags.celsiusKey) == .boolean(true)
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
