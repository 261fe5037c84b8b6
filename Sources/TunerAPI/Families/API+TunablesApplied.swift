/// The reports of subscribers about the values that they have applied.
extension API.Tunables {
    /// The methods of this file, in the order of the reference.
    static let appliedMethods: [any AnyMethodDeclaration] = [applied, subscribers]

    /// Reports what a subscriber has applied.
    package static let applied = MethodDeclaration<AppliedParameters, Bool>(
        "tunables.applied",
        .reads,
        .daemon,
        "Report the revision that the client has applied, and the values that it does not use.",
        errors: [.tooLarge],
        examples: Example(
            after: [#"tunables.subscribe {"match":"ui.*","ack":true}"#, #"tunables.set {"key":"ui.scale","value":2}"#],
            #"{"revision":1}"#,
            "true"
        ),
        Example(
            after: [#"tunables.subscribe {"match":"ui.*","ack":true}"#, #"tunables.set {"key":"ui.scale","value":9}"#],
            #"{"revision":1,"refused":[{"key":"ui.scale","reason":"the window is too small"}]}"#,
            "true"
        )
    )

    /// Returns the subscribers.
    package static let subscribers = MethodDeclaration<SubscribersParameters, SubscribersResult>(
        "tunables.subscribers",
        .reads,
        .world,
        "Return the subscriptions to keys, with the revision that each client has applied.",
        errors: [.tooLarge],
        examples: Example(
            after: [
                #"session.hello {"client":"game"}"#,
                #"tunables.subscribe {"match":"ui.*","ack":true}"#,
                #"tunables.set {"key":"ui.scale","value":2}"#,
                #"tunables.applied {"revision":1}"#,
            ],
            #"{"keys":["ui.scale"]}"#,
            #"""
            {"revision":1,"subscribers":[{"client":"game","pid":4711,"uid":1000,"connection":1,"subscription":"t1","state":"applied","sent":1,"applied":1,"time":"2026-08-06T20:15:00.000Z","took":0.5}]}
            """#
        )
    )
}
