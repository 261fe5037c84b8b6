/// Subscriptions to feature flags.
extension API.Flags {
    /// The methods of this file, in the order of the reference.
    static let watchingMethods: [any AnyMethodDeclaration] = [subscribe, unsubscribe]

    /// Starts a subscription.
    package static let subscribe = MethodDeclaration<SubscribeFlagsParameters, SubscribeFlagsResult>(
        "flags.subscribe",
        .reads,
        .world,
        "Evaluate flags in a context, and subscribe to changes of the results.",
        errors: [.tooLarge],
        examples: Example(
            #"{"keys":["ui.DarkMode"],"context":{"tier":"gold"}}"#,
            #"{"subscription":"f1","epoch":"a1b2","revision":0,"flags":[{"key":"ui.DarkMode","value":false,"variant":"off","reason":"STATIC"}]}"#
        )
    )

    /// Ends a subscription.
    package static let unsubscribe = MethodDeclaration<UnsubscribeParameters, Bool>(
        "flags.unsubscribe",
        .reads,
        .daemon,
        "End a subscription.",
        examples: Example(
            after: [#"flags.subscribe {"keys":["ui.DarkMode"]}"#],
            #"{"subscription":"f1"}"#,
            "true"
        )
    )

    /// The notification of changed values or variants.
    package static let changed = NotificationDeclaration<FlagsChangedParameters>(
        "flags.changed",
        "Sent when the value or the variant of a subscribed flag changes in the subscription's context.",
        example: NotificationExample(
            after: [
                #"flags.subscribe {"keys":["ui.DarkMode"]}"#,
                #"flags.set {"key":"ui.DarkMode","value":true}"#,
            ],
            #"{"subscription":"f1","from":0,"to":1,"time":"2026-08-06T20:15:00.000Z","actor":{"client":"me","pid":7,"uid":1000},"changes":[{"key":"ui.DarkMode","value":true,"old":false,"variant":"on","reason":"STATIC"}]}"#
        )
    )
}
