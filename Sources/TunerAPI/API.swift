/// Every method and notification of the daemon, each declared in its family's file.
package enum API {
    /// The methods, in the order of the reference.
    package static let methods =
        basicMethods + Session.methods + Server.methods + Server.programMethods + Server.watchingMethods
        + Tunables.readingMethods + Tunables.writingMethods + Tunables.tryMethods + Tunables.watchingMethods
        + Tunables.appliedMethods + Jobs.methods + Layers.methods + Sync.methods
        + Flags.readingMethods + Flags.writingMethods + Flags.watchingMethods + Worlds.methods + Stew.methods

    /// The notifications, in the order of the reference.
    package static let notifications: [any AnyNotificationDeclaration] = [
        Server.changed, Tunables.changed, Sync.requested, Flags.changed, Stew.changed,
    ]

    /// The version of this release: the daemon, `tunerctl` and `TunerClient`.
    package static let release = "0.1.0"

    /// The version of the protocol; it increases when a change could mislead a client.
    package static let protocolVersion: Int64 = 1
}
