package import JSONCore

extension API {
    /// Stewed tomatoes: an example of live constants and flags.
    package enum Stew {
        /// The methods of this file, in the order of the reference.
        static let methods: [any AnyMethodDeclaration] = [compute, last, prefer, subscribe, unsubscribe]

        /// Computes a plan.
        package static let compute = MethodDeclaration<StewParameters, StewResult>(
            "stew.compute",
            .reads,
            .world,
            "Compute how long and how hot to stew tomatoes, with the present flags and constants.",
            errors: [.outOfRange],
            examples: Example(
                #"{"weightOz":28,"varietal":"roma","style":"crushed"}"#,
                #"{"minutes":30,"model":"v1","units":"F","heat":{"level":"lowSimmer","name":"Low Simmer","fahrenheit":[185,200],"celsius":[85,93]},"rationale":"28 oz of Roma, Crushed, take 30 min by model v1: 30 min × 1 for 28 oz × 1 for Roma × 1 for Crushed is 30 min, under 35 min: Low Simmer.","tips":[],"inputs":{"weightOz":28,"varietal":"roma","style":"crushed"}}"#
            ),
            Example(
                after: [
                    #"flags.set {"key":"algo.reductionModel","variant":"v2"}"#,
                    #"flags.set {"key":"ui.showAdvancedTips","value":true}"#,
                    #"tunables.set {"key":"stew.varietal.cherry","value":1.5}"#,
                ],
                #"{"varietal":"cherry","units":"C"}"#,
                #"{"minutes":43,"model":"v2","units":"C","heat":{"level":"mediumSimmer","name":"Medium Simmer","fahrenheit":[195,205],"celsius":[90,96]},"rationale":"28 oz of Cherry, Crushed, take 43 min by model v2: 28 min × 1 for 28 oz × 1.5 for Cherry × 1.03 for v2 × 1 for Crushed is 43.26 min, not under 35 min: Medium Simmer.","tips":["Simmer partly uncovered.","Stir every 5–7 minutes.","Salt early.","Add basil late.","Add olive oil off the heat."],"inputs":{"weightOz":28,"varietal":"cherry","style":"crushed"}}"#
            )
        )

        /// Returns the last plan.
        package static let last = MethodDeclaration<NoFields, LastStewResult>(
            "stew.last",
            .reads,
            .world,
            "Return the last result of stew.compute, also from before a restart of the daemon, or null.",
            examples: Example("", "null")
        )

        /// Sets the preferred unit of temperature.
        package static let prefer = MethodDeclaration<PreferParameters, Bool>(
            "stew.prefer",
            .writes,
            .world,
            "Set the default unit of heat; with null, the flag units.defaultCelsius chooses the unit again.",
            errors: [.denied],
            examples: Example(#"{"units":"C"}"#, "true"),
            Example(#"{"units":null}"#, "true")
        )

        /// Starts a subscription.
        package static let subscribe = MethodDeclaration<StewParameters, SubscribeStewResult>(
            "stew.subscribe",
            .reads,
            .world,
            "Compute a plan as stew.compute does, and subscribe to its changes.",
            errors: [.outOfRange, .tooLarge],
            examples: Example(
                #"{"weightOz":31.5,"style":"wholePeeled"}"#,
                #"{"subscription":"w1","minutes":36,"model":"v1","units":"F","heat":{"level":"mediumSimmer","name":"Medium Simmer","fahrenheit":[195,205],"celsius":[90,96]},"rationale":"31.5 oz of Roma, Whole Peeled, take 36 min by model v1: 30 min × 1.105 for 31.5 oz × 1 for Roma × 1.1 for Whole Peeled is 36.475 min, not under 35 min: Medium Simmer.","tips":[],"inputs":{"weightOz":31.5,"varietal":"roma","style":"wholePeeled"}}"#
            )
        )

        /// Ends a subscription.
        package static let unsubscribe = MethodDeclaration<UnsubscribeParameters, Bool>(
            "stew.unsubscribe",
            .reads,
            .daemon,
            "End a subscription.",
            examples: Example(after: ["stew.subscribe {}"], #"{"subscription":"w1"}"#, "true")
        )

        /// The notification of a changed plan.
        package static let changed = NotificationDeclaration<StewChangedParameters>(
            "stew.changed",
            "Sent when the subscribed plan changes; it has the whole new plan.",
            example: NotificationExample(
                after: [
                    #"stew.subscribe {"weightOz":28}"#,
                    #"tunables.set {"key":"stew.v1.base","value":60}"#,
                ],
                #"{"subscription":"w1","minutes":60,"model":"v1","units":"F","heat":{"level":"mediumSimmer","name":"Medium Simmer","fahrenheit":[195,205],"celsius":[90,96]},"rationale":"28 oz of Roma, Crushed, take 60 min by model v1: 60 min × 1 for 28 oz × 1 for Roma × 1 for Crushed is 60 min, not under 35 min: Medium Simmer.","tips":[],"inputs":{"weightOz":28,"varietal":"roma","style":"crushed"}}"#
            )
        )
    }
}
