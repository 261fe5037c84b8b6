/// Every method and notification of the daemon, each declared in its family's file and named here.
package enum API {
    /// The methods in the order in which people read about them.
    package static let methods: [any AnyMethodDeclaration] = [
        ping, discover,
        Session.hello,
        Server.info, Server.stats, Server.stop,
    ]

    /// The notifications, likewise.
    package static let notifications: [any AnyNotificationDeclaration] = []

    /// The version of the daemon and of the clients that are released with it.
    package static let release = "0.1.0"

    /// The version of what the methods mean; it grows when a client could be misled.
    package static let protocolVersion: Int64 = 1
}
