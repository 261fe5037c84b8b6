import JSONCore
import StewEngine

extension ByteBuffer {
    /// Appends a plan's members, one behind the other; in few pieces, for this is most of what an answer takes.
    mutating func append(membersOf plan: StewPlan) {
        let template = StewTemplate.of(plan)
        let text = template.text.span
        append(#""minutes":"#)
        append(decimal: Int64(plan.minutes))
        append(text.extracting(..<template.weight))
        append(plain: plan.inputs.weight.ounces)
        append(text.extracting(template.weight..<template.minutes))
        append(decimal: Int64(plan.minutes))
        append(text.extracting(template.minutes..<(plan.settings.showsTips ? template.tipsEnd : template.tips)))
        append(text.extracting(template.tipsEnd..<template.inputWeight))
        append(plain: plan.inputs.weight.ounces)
        append(text.extracting(template.inputWeight...))
    }

    private mutating func append(plain number: Double) {
        if let whole = Int64(exactly: number) {
            append(decimal: whole)
        } else {
            append(text: number.description)
        }
    }
}
