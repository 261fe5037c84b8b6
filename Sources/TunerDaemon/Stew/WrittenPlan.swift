import JSONCore
import StewEngine
import TunerAPI

/// A plan as clients receive it: a result, or with a subscription's name what is sent to a subscriber.
///
/// The only encoder of plans. It writes what `StewResult`, `SubscribeStewResult` and `StewChangedParameters` declare, without
/// their strings and arrays.
struct WrittenPlan: JSONWritable {
    let plan: StewPlan
    /// The subscription that receives it.
    var subscription: String?
    /// Why the subscription receives nothing more.
    var end: ErrorKind?

    init(_ plan: StewPlan) {
        self.plan = plan
    }

    /// The member `heat` of each heat, which is always the same text.
    private static let heats = StewHeat.allCases.map { heat in
        var writer = JSONWriter()
        write(heat, to: &writer)
        return [UInt8](writer.bytes)
    }

    private static func write(_ heat: StewHeat, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(plain: "level")
        writer.string(plain: heat.word)
        writer.name(plain: "name")
        writer.string(plain: heat.title)
        for (name, unit) in [("fahrenheit", StewUnit.fahrenheit), ("celsius", .celsius)] as [(StaticString, StewUnit)] {
            let degrees = heat.degrees(in: unit)
            writer.name(plain: name)
            writer.beginArray()
            writer.integer(Int64(degrees.lowerBound))
            writer.integer(Int64(degrees.upperBound))
            writer.endArray()
        }
        writer.endObject()
    }

    func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        writer.beginObject()
        if let subscription {
            writer.name(plain: "subscription")
            writer.string(subscription)
        }
        writer.name(plain: "minutes")
        writer.integer(Int64(plan.minutes))
        writer.name(plain: "model")
        writer.string(plain: plan.settings.model.word)
        writer.name(plain: "units")
        writer.string(plain: plan.settings.unit.word)
        writer.name(plain: "heat")
        let heat = WrittenPlan.heats[plan.heat.rawValue]
        writer.raw(heat.span, in: heat.indices)
        writer.name(plain: "rationale")
        writer.bytes.append("\"")
        plan.appendRationale(to: &writer.bytes)
        writer.bytes.append("\"")
        writer.isBehindValue = true
        writer.name(plain: "tips")
        writer.beginArray()
        for tip in plan.tips {
            writer.string(plain: tip.sentence)
        }
        writer.endArray()
        writer.name(plain: "inputs")
        try write(plan.inputs, to: &writer)
        if let end {
            writer.name(plain: "ended")
            writer.string(end.rawValue)
        }
        writer.endObject()
    }

    private func write(_ inputs: StewInputs, to writer: inout JSONWriter) throws(JSONNotFinite) {
        writer.beginObject()
        writer.name(plain: "weightOz")
        try PlainNumber(inputs.weight.ounces).write(to: &writer)
        writer.name(plain: "varietal")
        writer.string(plain: inputs.varietal.word)
        writer.name(plain: "style")
        writer.string(plain: inputs.style.word)
        writer.endObject()
    }
}
