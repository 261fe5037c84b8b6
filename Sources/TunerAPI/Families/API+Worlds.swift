package import JSONCore

extension API {
    /// Worlds: private values that only their members see.
    package enum Worlds {
        /// The methods of this file, in the order of the reference.
        static let methods: [any AnyMethodDeclaration] = [create, propose, drop, list, diff, merge, move]

        /// Creates a world.
        package static let create = MethodDeclaration<CreateWorldParameters, WorldResult>(
            "worlds.create",
            .writes,
            .daemon,
            "Create a world that ends with this connection, and join it.",
            errors: [.conflict, .tooLarge, .denied],
            examples: Example(#"{"world":"w-0123456789abcdef"}"#, #"{"world":"w-0123456789abcdef"}"#)
        )

        /// Proposes the values of the caller's world.
        package static let propose = MethodDeclaration<ProposeParameters, WorldResult>(
            "worlds.propose",
            .writes,
            .world,
            "Copy the caller's world to a new one, which waits until a person merges or drops it.",
            errors: [.conflict, .tooLarge, .denied],
            examples: Example(
                after: [
                    #"worlds.create {"world":"w-0123456789abcdef"}"#, #"tunables.set {"key":"ui.scale","value":2}"#,
                ],
                #"{"summary":"larger text"}"#,
                #"{"world":"w-fedcba9876543210"}"#
            )
        )

        /// Lists the worlds.
        package static let list = MethodDeclaration<NoFields, WorldListResult>(
            "worlds.list",
            .reads,
            .daemon,
            "List the worlds that the caller may see.",
            examples: Example(
                after: [#"worlds.create {"world":"w-0123456789abcdef"}"#],
                "",
                #"{"worlds":[{"world":"w-0123456789abcdef","members":1,"values":0,"flags":0,"actor":{"client":"me","pid":7,"uid":1000}}]}"#
            )
        )

        /// Returns the values that differ in a world.
        package static let diff = MethodDeclaration<DiffParameters, DiffResult>(
            "worlds.diff",
            .reads,
            .world,
            "Return the differences between a world and the shared state.",
            examples: Example(
                after: [
                    #"worlds.create {"world":"w-0123456789abcdef"}"#, #"tunables.set {"key":"ui.scale","value":2}"#,
                ],
                "",
                #"{"revision":0,"changes":[{"key":"ui.scale","value":2,"origin":"world"}]}"#
            )
        )

        /// Merges a world into the shared state.
        package static let merge = MethodDeclaration<MergeParameters, ChangesResult>(
            "worlds.merge",
            .writes,
            .world,
            "Move the values and overrides of a world to the shared state; a proposal then ends.",
            errors: [.conflict, .typeMismatch, .outOfRange, .readOnly, .unknownFlag, .denied, .storage],
            examples: Example(
                after: [
                    #"worlds.create {"world":"w-0123456789abcdef"}"#, #"tunables.set {"key":"ui.scale","value":2}"#,
                ],
                "",
                #"{"revision":1,"changed":true,"changes":[{"key":"ui.scale","value":2,"origin":"local"}]}"#
            )
        )

        /// Ends a world.
        package static let drop = MethodDeclaration<NamedWorldParameters, Bool>(
            "worlds.drop",
            .writes,
            .daemon,
            "End a world; its members receive unknownWorld until they call session.hello without world.",
            errors: [.unknownWorld, .denied],
            examples: Example(
                after: [#"worlds.create {"world":"w-0123456789abcdef"}"#],
                #"{"world":"w-0123456789abcdef"}"#,
                #"true"#
            )
        )

        /// Moves a process to another world.
        package static let move = MethodDeclaration<MoveParameters, MoveResult>(
            "worlds.move",
            .writes,
            .daemon,
            "Move all connections of a process to a world, or out of its world; its later connections follow.",
            errors: [.unknownWorld, .denied],
            examples: Example(
                after: [#"worlds.create {"world":"w-0123456789abcdef"}"#],
                #"{"pid":4711,"world":"w-0123456789abcdef"}"#,
                #"{"world":"w-0123456789abcdef","connections":1}"#
            )
        )
    }
}
