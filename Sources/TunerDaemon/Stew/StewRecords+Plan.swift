import JSONCore
import StewEngine
import TunerAPI

extension StewResult {
    /// A plan as clients read it.
    init(_ plan: StewPlan) {
        self.init()
        minutes = Int64(plan.minutes)
        model = plan.settings.model.word.description
        units = plan.settings.unit.word.description
        heat = StewHeatRecord(plan.heat)
        rationale = plan.rationale
        tips = plan.tips.map(\.sentence.description)
        inputs.weight = PlainNumber(plan.inputs.weight.ounces)
        inputs.varietal = plan.inputs.varietal.word.description
        inputs.style = plan.inputs.style.word.description
    }
}

extension StewHeatRecord {
    /// A heat as clients read it.
    init(_ heat: StewHeat) {
        self.init()
        level = heat.word.description
        name = heat.title.description
        fahrenheit = StewHeatRecord.ends(of: heat.degrees(in: .fahrenheit))
        celsius = StewHeatRecord.ends(of: heat.degrees(in: .celsius))
    }

    private static func ends(of range: ClosedRange<Int>) -> [Int64] {
        [Int64(range.lowerBound), Int64(range.upperBound)]
    }
}
