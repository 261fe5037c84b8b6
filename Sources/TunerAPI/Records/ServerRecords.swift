package import JSONCore

/// Whether keys take their defaults, and who says so.
package struct LimitedRecord: JSONRecord, Equatable {
    package static let fields = JSONFieldTable<LimitedRecord>([
        .required("on", \.isOn, "Whether somebody says so."),
        .required("by", \.by, "Who, and of which keys."),
    ])

    package var isOn = false
    package var by: [LimitRecord] = []

    package init() {}
}

/// Whether the disk takes what is written.
package struct StorageRecord: JSONRecord, Equatable {
    package static let fields = JSONFieldTable<StorageRecord>([
        .required("ok", \.isOK, "Whether it does."),
        .optional("error", \.error, "Why not."),
    ])

    package var isOK = true
    package var error: String?

    package init() {}
}

/// The result of `server.subscribe`.
package struct ServerSubscribeResult: JSONRecord {
    package static let fields = JSONFieldTable<ServerSubscribeResult>(
        [.required("subscription", \.subscription, "Names it in notifications.")] + JSONField.members(of: \.info)
    )

    package var subscription = ""
    package var info = ServerInfo()

    package init() {}
}

/// What `server.changed` carries.
package struct ServerChangedParameters: JSONRecord {
    package static let fields = JSONFieldTable<ServerChangedParameters>([
        .required("subscription", \.subscription, "Whose."),
        .optional("limited", \.limited, "Who says that keys take their defaults, where that changed."),
        .optional("layers", \.layers, "How many layers there are, where layers.list tells otherwise than before."),
        .optional("storage", \.storage, "Whether the disk takes what is written, where that changed."),
        .optional("flagsFile", \.flagsFile, "How the file of flags fares, where that changed."),
    ])

    package var subscription = ""
    package var limited: LimitedRecord?
    package var layers: Int64?
    package var storage: StorageRecord?
    package var flagsFile: FlagsFileRecord?

    package init() {}
}
