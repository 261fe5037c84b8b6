package import JSONCore

/// The parameters of `stew.compute` and `stew.subscribe`.
package struct StewParameters: JSONRecord {
    package static let fields = JSONFieldTable<StewParameters>([
        .optional("weightOz", \.weight, "The weight in ounces, from 4 to 128; by default 28."),
        .optional(
            "varietal",
            \.varietal,
            "The variety: roma, sanMarzano, cherry, genovese, beefsteak or plum; by default roma."
        ),
        .optional("style", \.style, "The style: diced, wholePeeled, crushed or stewed; by default crushed."),
        .optional(
            "units",
            \.units,
            "The unit, F or C; by default the unit of stew.prefer, or else of the flag units.defaultCelsius."
        ),
        .optional("context", \.context, "The context for the rules of flags, as an object of attributes.").bounded(
            .value
        ),
    ])

    package var weight: Double?
    package var varietal: String?
    package var style: String?
    package var units: String?
    package var context: JSONObject?

    package init() {}
}

/// A plan, which is a time and a heat; the result of `stew.compute`.
package struct StewResult: JSONRecord {
    package static let fields = JSONFieldTable<StewResult>([
        .required("minutes", \.minutes, "The duration in minutes."),
        .required("model", \.model, "The model that computes the duration: v1 or v2."),
        .required("units", \.units, "The preferred unit of heat: F or C."),
        .required("heat", \.heat, "The heat."),
        .required("rationale", \.rationale, "The steps of the computation, in a sentence."),
        .required("tips", \.tips, "Further advice; empty if the flag ui.showAdvancedTips is off."),
        .required("inputs", \.inputs, "The inputs of the computation."),
    ])

    package var minutes: Int64 = 0
    package var model = ""
    package var units = ""
    package var heat = StewHeatRecord()
    package var rationale = ""
    package var tips: [String] = []
    package var inputs = StewInputsRecord()

    package init() {}
}

/// The heat of a plan.
package struct StewHeatRecord: JSONRecord {
    package static let fields = JSONFieldTable<StewHeatRecord>([
        .required("level", \.level, "lowSimmer or mediumSimmer."),
        .required("name", \.name, "The name of the level, for people."),
        .required("fahrenheit", \.fahrenheit, "The lowest and the highest temperature."),
        .required("celsius", \.celsius, "The lowest and the highest temperature."),
    ])

    package var level = ""
    package var name = ""
    package var fahrenheit: [Int64] = []
    package var celsius: [Int64] = []

    package static var expectation: String { "an object of level, name, fahrenheit and celsius" }

    package init() {}
}

/// The inputs of a plan.
package struct StewInputsRecord: JSONRecord {
    package static let fields = JSONFieldTable<StewInputsRecord>([
        .required("weightOz", \.weight, "The weight in ounces, with all decimals."),
        .required("varietal", \.varietal, "The variety."),
        .required("style", \.style, "The style."),
    ])

    package var weight = PlainNumber(0)
    package var varietal = ""
    package var style = ""

    package static var expectation: String { "an object of weightOz, varietal and style" }

    package init() {}
}

/// The parameters of `stew.changed`.
package struct StewChangedParameters: JSONRecord {
    package static let fields = JSONFieldTable<StewChangedParameters>(
        [.required("subscription", \.subscription, "The subscription, as the response to subscribe named it.")]
            + JSONField.members(of: \.result) + [
                .optional(
                    "ended",
                    \.ended,
                    "unknownWorld in the last notification, after the subscriber's world has ended."
                )
            ]
    )

    package var subscription = ""
    package var result = StewResult()
    package var ended: String?

    package init() {}
}

/// The result of `stew.subscribe`.
package struct SubscribeStewResult: JSONRecord {
    package static let fields = JSONFieldTable<SubscribeStewResult>(
        [.required("subscription", \.subscription, "The name of the subscription in notifications.")]
            + JSONField.members(of: \.result)
    )

    package var subscription = ""
    package var result = StewResult()

    package init() {}
}

/// The parameters of `stew.prefer`.
package struct PreferParameters: JSONRecord {
    package static let fields = JSONFieldTable<PreferParameters>([
        .required("units", \.units, "The unit, F or C; null for no preference.")
    ])

    package var units = TextOrNull(nil)

    package init() {}
}
