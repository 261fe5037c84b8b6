/// Feature flags: be told.
extension API.Flags {
    /// The methods of this file, in the order in which people read about them.
    static let watchingMethods: [any AnyMethodDeclaration] = [subscribe, unsubscribe]

    /// From now on.
    package static let subscribe = MethodDeclaration<SubscribeFlagsParameters, SubscribeFlagsResult>(
        "flags.subscribe",
        .reads,
        .world,
        "Answers what some flags, or all, come to in a context, and tells when that changes.",
        errors: [.tooLarge],
        examples: Example(
            #"{"keys":["ui.DarkMode"],"context":{"tier":"gold"}}"#,
            #"{"subscription":"f1","epoch":"a1b2","revision":0,"flags":[{"key":"ui.DarkMode","value":false,"variant":"off","reason":"STATIC"}]}"#
        )
    )

    /// No more.
    package static let unsubscribe = MethodDeclaration<UnsubscribeParameters, Bool>(
        "flags.unsubscribe",
        .reads,
        .daemon,
        "Ends a subscription.",
        examples: Example(
            after: [#"flags.subscribe {"keys":["ui.DarkMode"]}"#],
            #"{"subscription":"f1"}"#,
            "true"
        )
    )

    /// Told.
    package static let changed = NotificationDeclaration<FlagsChangedParameters>(
        "flags.changed",
        "What flags come to has changed: value or variant, each from what the subscriber was told last."
    )
}
