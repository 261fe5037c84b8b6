extension API {
    /// Feature flags.
    package enum Flags {
        /// The methods of this file, in the order in which people read about them.
        static let readingMethods: [any AnyMethodDeclaration] = [get, list, evaluate, evaluateAll]

        /// One flag's definition.
        package static let get = MethodDeclaration<FlagParameters, FlagResult>(
            "flags.get",
            .reads,
            .world,
            "Answers a flag's definition, where it comes from, and what the flag is forced to be.",
            errors: [.unknownFlag],
            examples: Example(
                after: [#"flags.set {"key":"ui.DarkMode","variant":"on"}"#],
                #"{"key":"ui.DarkMode"}"#,
                #"{"key":"ui.DarkMode","definition":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off"},"origin":"builtIn","override":{"variant":"on","origin":"local","valid":true}}"#
            )
        )

        /// What flags there are.
        package static let list = MethodDeclaration<ListFlagsParameters, FlagListResult>(
            "flags.list",
            .reads,
            .world,
            "Lists the flags, built-in ones too.",
            examples: Example(
                #"{"limit":1}"#,
                #"{"flags":[{"key":"algo.reductionModel","type":"string","state":"ENABLED","variants":["v1","v2"],"defaultVariant":"v1","origin":"builtIn"}],"revision":0,"more":true}"#
            )
        )

        /// What one flag comes to.
        package static let evaluate = MethodDeclaration<EvaluateParameters, EvaluationRecord>(
            "flags.evaluate",
            .reads,
            .world,
            "Tells what a flag comes to in a context, and why; what goes wrong is told in the result.",
            examples: Example(
                #"{"key":"ui.DarkMode","type":"boolean","default":false}"#,
                #"{"key":"ui.DarkMode","value":false,"variant":"off","reason":"STATIC"}"#
            ),
            Example(
                after: [
                    #"flags.define {"flags":{"banner":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off","targeting":{"if":[{"==":[{"var":"tier"},"gold"]},"on"]}}}}"#
                ],
                #"{"key":"banner","context":{"tier":"gold"}}"#,
                #"{"key":"banner","value":true,"variant":"on","reason":"TARGETING_MATCH"}"#
            ),
            Example(
                #"{"key":"ui.DarkMod","default":true}"#,
                #"{"key":"ui.DarkMod","value":true,"reason":"ERROR","errorCode":"FLAG_NOT_FOUND","errorMessage":"there is no flag ui.DarkMod; did you mean ui.DarkMode?"}"#
            )
        )

        /// What all flags come to.
        package static let evaluateAll = MethodDeclaration<EvaluateAllParameters, EvaluateAllResult>(
            "flags.evaluateAll",
            .reads,
            .world,
            "Tells what every flag comes to in a context, built-in ones too.",
            examples: Example(
                #"{"context":{"tier":"gold"},"limit":1}"#,
                #"{"flags":[{"key":"algo.reductionModel","value":"v1","variant":"v1","reason":"STATIC"}],"revision":0,"more":true}"#
            )
        )
    }
}
