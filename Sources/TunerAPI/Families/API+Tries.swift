extension API.Tunables {
    /// The methods of this file, in the order of the reference.
    static let tryMethods: [any AnyMethodDeclaration] = [attempt, confirm, cancel, tries]

    /// Makes several temporary changes.
    package static let attempt = MethodDeclaration<TryParameters, TryResult>(
        "tunables.try",
        .writes,
        .shared,
        "Change values, flags and a layer together; after for seconds, the daemon reverts the changes, unless they are confirmed.",
        errors: [
            .unknownKey, .unknownFlag, .typeMismatch, .outOfRange, .invalidDefinition, .conflict, .readOnly, .tooLarge,
            .denied, .storage,
        ],
        examples: Example(
            after: [
                #"tunables.set {"key":"ui.scale","value":2}"#,
                #"flags.declare {"flags":{"beta":{"type":"boolean","default":false}}}"#,
            ],
            #"{"values":{"ui.scale":3},"flags":[{"key":"beta","value":true}],"for":600}"#,
            #"{"try":3,"end":"2026-08-06T20:25:00.000Z","revision":3,"changed":true,"changes":[{"key":"ui.scale","value":3,"old":2,"origin":"local","end":"2026-08-06T20:25:00.000Z"}]}"#
        )
    )

    /// Makes the changes of a try permanent.
    package static let confirm = MethodDeclaration<ConfirmParameters, TryEndResult>(
        "tunables.confirm",
        .writes,
        .shared,
        "Keep the changes of a try.",
        errors: [.conflict, .denied, .storage],
        examples: Example(
            after: [#"tunables.try {"values":{"ui.scale":3},"for":600}"#],
            #"{"try":1}"#,
            #"{"revision":2,"changed":true,"changes":[]}"#
        )
    )

    /// Reverts the changes of a try.
    package static let cancel = MethodDeclaration<CancelParameters, TryEndResult>(
        "tunables.cancel",
        .writes,
        .shared,
        "Revert the changes of a try now.",
        errors: [.conflict, .denied, .storage],
        examples: Example(
            after: [
                #"tunables.set {"key":"ui.scale","value":2}"#, #"tunables.try {"values":{"ui.scale":3},"for":600}"#,
            ],
            #"{"try":2,"reason":"p99 rose to 40 ms"}"#,
            #"{"revision":3,"changed":true,"changes":[{"key":"ui.scale","value":2,"old":3,"origin":"local"}]}"#
        )
    )

    /// Lists the pending tries.
    package static let tries = MethodDeclaration<TriesParameters, TriesResult>(
        "tunables.tries",
        .reads,
        .shared,
        "List the pending tries.",
        examples: Example(
            after: [#"tunables.try {"values":{"ui.scale":3},"for":600}"#],
            "",
            #"{"tries":[{"try":1,"actor":{"client":"me","pid":7,"uid":1000},"start":"2026-08-06T20:15:00.000Z","end":"2026-08-06T20:25:00.000Z","left":599.5,"keys":["ui.scale"],"flags":[]}]}"#
        )
    )
}
