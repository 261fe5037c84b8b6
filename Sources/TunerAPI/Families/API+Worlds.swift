package import JSONCore

extension API {
    /// Private overlays that only their members see.
    package enum Worlds {
        /// The methods of this file, in the order in which people read about them.
        static let methods: [any AnyMethodDeclaration] = [create, drop, list, diff, merge]

        /// A new world.
        package static let create = MethodDeclaration<CreateWorldParameters, WorldResult>(
            "worlds.create",
            .writes,
            .daemon,
            "Makes a world, which ends with this connection, and joins it.",
            errors: [.conflict, .tooLarge, .denied],
            examples: Example(#"{"world":"w-0123456789abcdef"}"#, #"{"world":"w-0123456789abcdef"}"#)
        )

        /// What worlds there are.
        package static let list = MethodDeclaration<NoFields, WorldListResult>(
            "worlds.list",
            .reads,
            .daemon,
            "Lists the worlds that the caller may see.",
            examples: Example(
                after: [#"worlds.create {"world":"w-0123456789abcdef"}"#],
                "",
                #"{"worlds":[{"world":"w-0123456789abcdef","members":1,"values":0,"flags":0,"actor":{"client":"me","pid":7,"uid":1000}}]}"#
            )
        )

        /// What is different.
        package static let diff = MethodDeclaration<WorldParameters, DiffResult>(
            "worlds.diff",
            .reads,
            .world,
            "Returns where a world differs from what lies beneath.",
            examples: Example(
                after: [
                    #"worlds.create {"world":"w-0123456789abcdef"}"#, #"tunables.set {"key":"ui.scale","value":2}"#,
                ],
                "",
                #"{"changes":[{"key":"ui.scale","value":2,"origin":"world"}]}"#
            )
        )

        /// For everybody.
        package static let merge = MethodDeclaration<WorldParameters, ChangesResult>(
            "worlds.merge",
            .writes,
            .world,
            "Makes a world's values and overrides of flags local; the world then has none of its own.",
            errors: [.typeMismatch, .outOfRange, .readOnly, .unknownFlag, .denied, .storage],
            examples: Example(
                after: [
                    #"worlds.create {"world":"w-0123456789abcdef"}"#, #"tunables.set {"key":"ui.scale","value":2}"#,
                ],
                "",
                #"{"revision":1,"changed":true,"changes":[{"key":"ui.scale","value":2,"origin":"local"}]}"#
            )
        )

        /// No such world.
        package static let drop = MethodDeclaration<NamedWorldParameters, Bool>(
            "worlds.drop",
            .writes,
            .daemon,
            "Ends a world; its members get unknownWorld until they say hello without it.",
            errors: [.unknownWorld, .denied],
            examples: Example(
                after: [#"worlds.create {"world":"w-0123456789abcdef"}"#],
                #"{"world":"w-0123456789abcdef"}"#,
                #"true"#
            )
        )
    }
}
