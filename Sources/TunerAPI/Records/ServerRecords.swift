package import JSONCore

/// The kill switches that are on.
package struct KillSwitchesRecord: JSONRecord, Equatable {
    package static let fields = JSONFieldTable<KillSwitchesRecord>([
        .required("on", \.isOn, "Whether there is a kill switch."),
        .required("by", \.by, "Each kill switch with its patterns."),
    ])

    package var isOn = false
    package var by: [KillSwitchRecord] = []

    package init() {}
}

/// The result of the last writes to the disk.
package struct StorageRecord: JSONRecord, Equatable {
    package static let fields = JSONFieldTable<StorageRecord>([
        .required("ok", \.isOK, "Whether the last write succeeded."),
        .optional("error", \.error, "The error; absent if there is none."),
    ])

    package var isOK = true
    package var error: String?

    package init() {}
}

/// The parameters of `server.subscribe`.
package struct ServerSubscribeParameters: JSONRecord {
    package static let fields = JSONFieldTable<ServerSubscribeParameters>([
        .optional(
            "applied",
            \.includesApplied,
            "true for a notification when a subscriber reports what it has applied, or a subscription with ack begins or ends."
        )
    ])

    package var includesApplied: Bool?

    package init() {}
}

/// The result of `server.subscribe`.
package struct ServerSubscribeResult: JSONRecord {
    package static let fields = JSONFieldTable<ServerSubscribeResult>(
        [.required("subscription", \.subscription, "The name of the subscription in notifications.")]
            + JSONField.members(of: \.info)
    )

    package var subscription = ""
    package var info = ServerInfo()

    package init() {}
}

/// The parameters of `server.changed`.
package struct ServerChangedParameters: JSONRecord {
    package static let fields = JSONFieldTable<ServerChangedParameters>([
        .required("subscription", \.subscription, "The subscription, as the response to subscribe named it."),
        .optional("limited", \.limited, "The kill switches, if they changed."),
        .optional("layers", \.layers, "The number of layers, if a layer has changed."),
        .optional("sources", \.sources, "The number of sources of layers, if a program has reported another status."),
        .optional("tunables", \.tunables, "The number of tunables, if a declaration has changed."),
        .optional(
            "worlds",
            \.worlds,
            "The number of worlds, if a world was created or ended or a client changed its world."
        ),
        .optional("tries", \.tries, "The number of pending tries, if a try has begun or ended."),
        .optional("jobs", \.jobs, "The number of running jobs, if a program has reported a job, or a job has ended."),
        .optional("storage", \.storage, "Whether the disk accepts writes, if that changed."),
        .optional("flagsFile", \.flagsFile, "The state of the file of flags, if that changed."),
        .optional("flagsVersion", \.flagsVersion, "The version of the flags, if a flag changed."),
        .optional(
            "applied",
            \.applied,
            "A counter of reports, and of subscriptions with ack that begin or end; only with applied in server.subscribe."
        ),
    ])

    package var subscription = ""
    package var limited: KillSwitchesRecord?
    package var layers: Int64?
    package var sources: Int64?
    package var tunables: Int64?
    package var worlds: Int64?
    package var tries: Int64?
    package var jobs: Int64?
    package var storage: StorageRecord?
    package var flagsFile: FlagsFileRecord?
    package var flagsVersion: String?
    package var applied: Int64?

    package init() {}
}
