import StewEngine
import TunerAPI

extension StewResult {
    init(_ plan: StewPlan) {
        self.init()
        minutes = Int64(plan.minutes)
        model = plan.settings.model.rawValue
        units = plan.settings.unit.rawValue
        heat = StewHeatRecord(plan.heat)
        rationale = plan.rationale
        tips = plan.tips.map(\.sentence)
        inputs.weight = PlainNumber(plan.inputs.weight.ounces)
        inputs.varietal = plan.inputs.varietal.rawValue
        inputs.style = plan.inputs.style.rawValue
    }
}

extension StewHeatRecord {
    fileprivate init(_ heat: StewHeat) {
        self.init()
        level = heat.rawValue
        name = heat.title
        fahrenheit = StewHeatRecord.ends(of: heat.degrees(in: .fahrenheit))
        celsius = StewHeatRecord.ends(of: heat.degrees(in: .celsius))
    }

    private static func ends(of degrees: ClosedRange<Int>) -> [Int64] {
        [Int64(degrees.lowerBound), Int64(degrees.upperBound)]
    }
}
