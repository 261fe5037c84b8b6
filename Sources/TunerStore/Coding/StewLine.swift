import JSONCore
import StewEngine

/// The last computed stew: inputs, settings and result.
struct StewLine: JSONRecord {
    package static let fields = JSONFieldTable<StewLine>([
        .required("ounces", \.ounces, "The weight."),
        .required("varietal", \.varietal, "The varietal."),
        .required("style", \.style, "The style."),
        .required("model", \.model, "The model."),
        .required("units", \.units, "The unit."),
        .required("tips", \.showsTips, "Whether the plan has tips."),
        .required("minutes", \.minutes, "The time in minutes."),
        .required("heat", \.heat, "The heat."),
        .optional("computation", \.computation, "The numbers of the computation."),
    ])

    var ounces = 0.0
    var varietal = ""
    var style = ""
    var model = ""
    var units = ""
    var showsTips = false
    var minutes: Int64 = 0
    var heat = ""
    var computation: [Double]?

    package init() {}
}

extension StewLine {
    /// Creates the line for a plan.
    init(_ plan: StewPlan) {
        self.init()
        ounces = plan.inputs.weight.ounces
        varietal = plan.inputs.varietal.rawValue
        style = plan.inputs.style.rawValue
        model = plan.settings.model.rawValue
        units = plan.settings.unit.rawValue
        showsTips = plan.settings.showsTips
        minutes = Int64(plan.minutes)
        heat = plan.heat.rawValue
        computation = plan.computation?.numbers
    }

    /// The plan, or nil if the line contains a word or weight that this version does not know.
    var plan: StewPlan? {
        guard let weight = try? StewWeight(ounces: ounces),
            let varietal = Varietal(rawValue: varietal), let style = StewStyle(rawValue: style),
            let unit = StewUnit(rawValue: units),
            let heat = StewHeat(rawValue: heat)
        else { return nil }
        return StewPlan(
            StewInputs(weight, varietal, style),
            StewSettings(model: StewModel(named: model), unit: unit, showsTips: showsTips),
            minutes: Int(minutes),
            heat,
            computation.flatMap { StewComputation(numbers: $0) }
        )
    }
}
