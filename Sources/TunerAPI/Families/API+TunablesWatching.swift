/// Subscriptions to live constants.
extension API.Tunables {
    /// The methods of this file, in the order of the reference.
    static let watchingMethods: [any AnyMethodDeclaration] = [subscribe, unsubscribe]

    /// Starts a subscription.
    package static let subscribe = MethodDeclaration<SubscribeParameters, SubscribeResult>(
        "tunables.subscribe",
        .reads,
        .world,
        "Return the values of some or all keys, and subscribe to their changes.",
        errors: [.tooLarge, .busy],
        examples: Example(
            after: [#"tunables.set {"key":"ui.scale","value":2}"#],
            #"{"match":"ui.*"}"#,
            #"{"subscription":"t1","epoch":"a1b2","revision":1,"resumed":false,"values":{"ui.scale":2}}"#
        ),
        Example(
            #"{"keys":["ui.scale"],"initial":false,"minInterval":100}"#,
            #"{"subscription":"t1","epoch":"a1b2","revision":0,"resumed":false}"#
        ),
        Example(
            after: [
                #"tunables.set {"key":"ui.width","value":40}"#,
                #"tunables.subscribe {"keys":["ui.scale"],"initial":false}"#,
            ],
            #"{"keys":["ui.width"],"extends":"t1"}"#,
            #"{"subscription":"t1","epoch":"a1b2","revision":1,"resumed":false,"values":{"ui.width":40}}"#
        )
    )

    /// Ends a subscription.
    package static let unsubscribe = MethodDeclaration<UnsubscribeParameters, Bool>(
        "tunables.unsubscribe",
        .reads,
        .daemon,
        "End a subscription.",
        examples: Example(
            after: [#"tunables.subscribe {"initial":false}"#],
            #"{"subscription":"t1"}"#,
            "true"
        )
    )

    /// The notification of changed values.
    package static let changed = NotificationDeclaration<ChangedParameters>(
        "tunables.changed",
        "Sent when the value of a subscribed key changes; to a member of a world, when the value in that world changes.",
        example: NotificationExample(
            after: [
                #"tunables.set {"key":"ui.scale","value":2}"#,
                #"tunables.subscribe {"match":"ui.*"}"#,
                #"tunables.set {"key":"ui.scale","value":3}"#,
            ],
            #"{"subscription":"t1","from":1,"to":2,"time":"2026-08-06T20:15:00.000Z","actor":{"client":"me","pid":7,"uid":1000},"changes":[{"key":"ui.scale","value":3,"old":2,"origin":"local"}]}"#
        ),
        NotificationExample(
            after: [
                #"worlds.create {"world":"w-0123456789abcdef"}"#,
                #"tunables.subscribe {"match":"ui.*"}"#,
                #"worlds.drop {"world":"w-0123456789abcdef"}"#,
            ],
            #"{"subscription":"t1","from":0,"to":0,"time":"2026-08-06T20:15:00.000Z","changes":[],"ended":"unknownWorld"}"#
        )
    )
}
