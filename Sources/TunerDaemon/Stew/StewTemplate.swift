import JSONCore
import StewEngine
import TunerAPI

/// What plans of the same words have alike: all of their text but the numbers, and that is most of what an answer takes.
struct StewTemplate {
    /// From behind the first minutes to the end, without the numbers.
    let text: [UInt8]
    /// Where a number or the end of the tips is to stand.
    let weight: Int
    let minutes: Int
    let tips: Int
    let tipsEnd: Int
    let inputWeight: Int

    /// Of each combination of words one, in the order of `number`; made when a stew is asked for.
    private static let all = {
        var templates: [StewTemplate] = []
        for varietal in Varietal.allCases {
            for style in StewStyle.allCases {
                for model in StewModel.allCases {
                    for unit in StewUnit.allCases {
                        for heat in StewHeat.allCases {
                            var inputs = StewInputs()
                            inputs.varietal = varietal
                            inputs.style = style
                            let settings = StewSettings(model: model, unit: unit, showsTips: true)
                            templates.append(StewTemplate(StewPlan(inputs, settings, minutes: 0, heat)))
                        }
                    }
                }
            }
        }
        return templates
    }()

    /// A plan's.
    static func of(_ plan: StewPlan) -> StewTemplate { all[number(of: plan)] }

    private static let styles = StewStyle.allCases.count
    private static let models = StewModel.allCases.count
    private static let units = StewUnit.allCases.count
    private static let heats = StewHeat.allCases.count

    private static func number(of plan: StewPlan) -> Int {
        var number = plan.inputs.varietal.rawValue
        number = number * styles + plan.inputs.style.rawValue
        number = number * models + plan.settings.model.rawValue
        number = number * units + plan.settings.unit.rawValue
        return number * heats + plan.heat.rawValue
    }

    private init(_ plan: StewPlan) {
        // Around the rationale's two numbers, the weight and the minutes.
        var parts = [""]
        plan.visitRationale { piece in
            switch piece {
            case .text(let text): parts[parts.count - 1] += text.description
            case .number: parts.append("")
            }
        }
        precondition(parts.count == 3, "a rationale tells a weight and a time")
        let heat = plan.heat == .lowSimmer ? StewHeat.lowText : StewHeat.mediumText
        let opening = #","model":"\#(plan.settings.model.word)","units":"\#(plan.settings.unit.word)","heat":"#
        var text: [UInt8] = []
        /// Where the text ends when a part more is there.
        func end(with part: String) -> Int {
            text += part.utf8
            return text.count
        }
        weight = end(with: opening + heat + #","rationale":""# + parts[0])
        minutes = end(with: parts[1])
        tips = end(with: parts[2] + #"","tips":["#)
        tipsEnd = end(with: plan.tips.map { "\"\($0.sentence)\"" }.joined(separator: ","))
        inputWeight = end(with: #"],"inputs":{"weightOz":"#)
        _ = end(with: #","varietal":"\#(plan.inputs.varietal.word)","style":"\#(plan.inputs.style.word)"}"#)
        self.text = text
    }
}

extension StewHeat {
    fileprivate static let lowText = lowSimmer.text
    fileprivate static let mediumText = mediumSimmer.text

    /// As it stands in a plan.
    private var text: String {
        var writer = JSONWriter()
        do {
            try StewHeatRecord(self).write(to: &writer)
        } catch {
            preconditionFailure("degrees are whole numbers")
        }
        return String(decoding: [UInt8](writer.bytes), as: UTF8.self)
    }
}
