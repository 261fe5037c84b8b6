extension API {
    /// Feature flags.
    package enum Flags {
        /// The methods of this file, in the order of the reference.
        static let readingMethods: [any AnyMethodDeclaration] = [get, list, evaluate, evaluateAll]

        /// Returns the definition of a flag.
        package static let get = MethodDeclaration<FlagParameters, FlagResult>(
            "flags.get",
            .reads,
            .world,
            "Return the definition of a flag, its origin, and its override.",
            errors: [.unknownFlag],
            examples: Example(
                after: [#"flags.set {"key":"ui.DarkMode","variant":"on"}"#],
                #"{"key":"ui.DarkMode"}"#,
                #"{"key":"ui.DarkMode","definition":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off"},"origin":"builtIn","override":{"variant":"on","origin":"local","valid":true}}"#
            )
        )

        /// Lists the flags.
        package static let list = MethodDeclaration<ListFlagsParameters, FlagListResult>(
            "flags.list",
            .reads,
            .world,
            "List the flags, also the built-in ones.",
            examples: Example(
                #"{"limit":1}"#,
                #"{"flags":[{"key":"algo.reductionModel","type":"string","state":"ENABLED","variants":["v1","v2"],"defaultVariant":"v1","origin":"builtIn"}],"revision":0,"more":true}"#
            )
        )

        /// Evaluates a flag.
        package static let evaluate = MethodDeclaration<EvaluateParameters, EvaluationRecord>(
            "flags.evaluate",
            .reads,
            .world,
            "Evaluate a flag in a context; the result has the reason, and the error if there is one.",
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

        /// Evaluates all flags.
        package static let evaluateAll = MethodDeclaration<EvaluateAllParameters, EvaluateAllResult>(
            "flags.evaluateAll",
            .reads,
            .world,
            "Evaluate all flags in a context, also the built-in ones.",
            examples: Example(
                #"{"context":{"tier":"gold"},"limit":1}"#,
                #"{"flags":[{"key":"algo.reductionModel","value":"v1","variant":"v1","reason":"STATIC"}],"revision":0,"more":true,"flagsVersion":"a1b2-1786047300500-0"}"#
            )
        )
    }
}
