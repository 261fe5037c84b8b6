/// Live constants: be told.
extension API.Tunables {
    /// The methods of this file, in the order in which people read about them.
    static let watchingMethods: [any AnyMethodDeclaration] = [subscribe, unsubscribe]

    /// From now on.
    package static let subscribe = MethodDeclaration<SubscribeParameters, SubscribeResult>(
        "tunables.subscribe",
        .reads,
        .world,
        "Answers the values of some keys, or of all, and tells every change from then on.",
        errors: [.tooLarge],
        examples: Example(
            after: [#"tunables.set {"key":"ui.scale","value":2}"#],
            #"{"match":"ui.*"}"#,
            #"{"subscription":"t1","epoch":"a1b2","revision":1,"resumed":false,"values":{"ui.scale":2}}"#
        ),
        Example(
            #"{"keys":["ui.scale"],"initial":false,"minInterval":100}"#,
            #"{"subscription":"t1","epoch":"a1b2","revision":0,"resumed":false}"#
        )
    )

    /// No more.
    package static let unsubscribe = MethodDeclaration<UnsubscribeParameters, Bool>(
        "tunables.unsubscribe",
        .reads,
        .daemon,
        "Ends a subscription.",
        examples: Example(
            after: [#"tunables.subscribe {"initial":false}"#],
            #"{"subscription":"t1"}"#,
            "true"
        )
    )

    /// Told.
    package static let changed = NotificationDeclaration<ChangedParameters>(
        "tunables.changed",
        "Values have changed: each from what the subscriber was told last."
    )
}
