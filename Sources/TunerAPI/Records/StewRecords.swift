package import JSONCore

/// The parameters of `stew.compute` and `stew.subscribe`.
package struct StewParameters: JSONRecord {
    package static let fields = JSONFieldTable<StewParameters>([
        .optional("weightOz", \.weight, "How much, in ounces, from 4 to 128; 28 where it is not given."),
        .optional(
            "varietal",
            \.varietal,
            "roma, sanMarzano, cherry, genovese, beefsteak or plum; roma where it is not given."
        ),
        .optional("style", \.style, "diced, wholePeeled, crushed or stewed; crushed where it is not given."),
        .optional("units", \.units, "F or C; where it is not given as stew.prefer says, else units.defaultCelsius."),
        .optional("context", \.context, "What flags' rules may know of who asks.").bounded(.value),
    ])

    package var weight: Double?
    package var varietal: String?
    package var style: String?
    package var units: String?
    package var context: JSONObject?

    package init() {}
}

/// How long and how hot to stew; the result of `stew.compute`.
package struct StewResult: JSONRecord {
    package static let fields = JSONFieldTable<StewResult>([
        .required("minutes", \.minutes, "How long."),
        .required("model", \.model, "How time follows from weight: v1 or v2."),
        .required("units", \.units, "In which unit heat is shown first: F or C."),
        .required("heat", \.heat, "How hot."),
        .required("rationale", \.rationale, "Why, in a sentence."),
        .required("tips", \.tips, "What is worth knowing besides; empty where ui.showAdvancedTips is off."),
        .required("inputs", \.inputs, "What was asked for."),
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

/// How hot to stew.
package struct StewHeatRecord: JSONRecord {
    package static let fields = JSONFieldTable<StewHeatRecord>([
        .required("level", \.level, "lowSimmer or mediumSimmer."),
        .required("name", \.name, "The same for a person."),
        .required("fahrenheit", \.fahrenheit, "From and to."),
        .required("celsius", \.celsius, "From and to."),
    ])

    package var level = ""
    package var name = ""
    package var fahrenheit: [Int64] = []
    package var celsius: [Int64] = []

    package static var expectation: String { "an object of level, name, fahrenheit and celsius" }

    package init() {}
}

/// What was stewed.
package struct StewInputsRecord: JSONRecord {
    package static let fields = JSONFieldTable<StewInputsRecord>([
        .required("weightOz", \.weight, "How much, in ounces, with all decimals."),
        .required("varietal", \.varietal, "Of what."),
        .required("style", \.style, "Done what to."),
    ])

    package var weight = PlainNumber(0)
    package var varietal = ""
    package var style = ""

    package static var expectation: String { "an object of weightOz, varietal and style" }

    package init() {}
}

/// What `stew.changed` carries.
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
        [.required("subscription", \.subscription, "Names it in notifications.")]
            + JSONField.members(of: \.result)
    )

    package var subscription = ""
    package var result = StewResult()

    package init() {}
}

/// The parameters of `stew.prefer`.
package struct PreferParameters: JSONRecord {
    package static let fields = JSONFieldTable<PreferParameters>([
        .required("units", \.units, "F or C, or null for no preference.")
    ])

    package var units = TextOrNull(nil)

    package init() {}
}
