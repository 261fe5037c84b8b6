/// Subscriptions to the daemon's status.
extension API.Server {
    /// The methods of this file, in the order of the reference.
    static let watchingMethods: [any AnyMethodDeclaration] = [subscribe, unsubscribe]

    /// Starts a subscription.
    package static let subscribe = MethodDeclaration<ServerSubscribeParameters, ServerSubscribeResult>(
        "server.subscribe",
        .reads,
        .daemon,
        "Return the state of the daemon, and subscribe to changes of kill switches, layers, declarations, worlds, tries, jobs, disk and flags.",
        errors: [.tooLarge],
        examples: Example(
            "",
            #"""
            {"subscription":"v1","version":"0.1.0","pid":99,"uptime":3.5,"socket":"/run/user/1000/tuner/tunerd.sock","state":"/home/me/.local/state/tuner","epoch":"a1b2","revision":0,"durability":"sync","limited":{"on":false,"by":[]},"tunables":0,"flags":0,"layers":0,"worlds":0,"connections":1,"subscriptions":1,"storage":{"ok":true},"flagsVersion":"a1b2-1786047300500-0","limits":{}}
            """#
        )
    )

    /// Ends a subscription.
    package static let unsubscribe = MethodDeclaration<UnsubscribeParameters, Bool>(
        "server.unsubscribe",
        .reads,
        .daemon,
        "End a subscription to the daemon.",
        examples: Example(after: ["server.subscribe"], #"{"subscription":"v1"}"#, "true")
    )

    /// The notification of a changed kill switch, layer, disk, flag or file of flags.
    package static let changed = NotificationDeclaration<ServerChangedParameters>(
        "server.changed",
        "Sent when a kill switch, a layer, a declaration of a tunable, the worlds or their members, the tries, the jobs, the storage, a flag or the file of flags change; it has the members that changed.",
        example: NotificationExample(
            after: [
                "server.subscribe",
                #"flags.killSwitch {"on":true,"match":"ui.*","reason":"release"}"#,
            ],
            #"{"subscription":"v1","limited":{"on":true,"by":[{"source":"manual","match":["ui.*"],"reason":"release"}]},"flagsVersion":"a1b2-1786047300500-1"}"#
        ),
        NotificationExample(
            after: [
                "server.subscribe",
                #"layers.put {"name":"team","values":{"ui.scale":3}}"#,
            ],
            #"{"subscription":"v1","layers":1}"#
        ),
        NotificationExample(
            after: [
                "server.subscribe",
                #"tunables.declare {"key":"ui.radius","spec":{"type":"number","maximum":40}}"#,
            ],
            #"{"subscription":"v1","tunables":1}"#
        ),
        NotificationExample(
            after: [
                "server.subscribe",
                "worlds.create",
            ],
            #"{"subscription":"v1","worlds":1}"#
        ),
        NotificationExample(
            after: [
                "server.subscribe",
                #"tunables.try {"values":{"ui.scale":3},"for":600}"#,
            ],
            #"{"subscription":"v1","tries":1}"#
        )
    )
}
