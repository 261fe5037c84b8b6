/// Every method and notification of the daemon, each declared in its family's file.
package enum API {
    /// The methods in the order in which people read about them.
    package static let methods =
        basicMethods + Session.methods + Server.methods + Server.watchingMethods
        + Tunables.readingMethods + Tunables.writingMethods + Tunables.watchingMethods + Layers.methods
        + Flags.readingMethods + Flags.writingMethods + Flags.watchingMethods + Worlds.methods + Stew.methods

    /// The notifications in the same order.
    package static let notifications: [any AnyNotificationDeclaration] = [
        Server.changed, Tunables.changed, Flags.changed, Stew.changed,
    ]

    /// The version of the daemon and of the clients that are released with it.
    package static let release = "0.1.0"

    /// The version of what the methods mean; it grows when a client could be misled.
    package static let protocolVersion: Int64 = 1
}
