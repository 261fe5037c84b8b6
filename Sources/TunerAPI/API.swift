/// Every method and notification of the daemon, each declared in its family's file and named here.
package enum API {
    /// The methods in the order in which people read about them.
    package static let methods: [any AnyMethodDeclaration] = [
        ping, discover,
        Session.hello,
        Server.info, Server.stats, Server.subscribe, Server.unsubscribe, Server.stop,
        Tunables.get, Tunables.getAll, Tunables.list, Tunables.describe,
        Tunables.set, Tunables.update, Tunables.setAll, Tunables.reset, Tunables.resetAll, Tunables.toggle,
        Tunables.step, Tunables.declare, Tunables.forget,
        Tunables.last, Tunables.history, Tunables.undo, Tunables.redo,
        Tunables.export, Tunables.importing, Tunables.schema, Tunables.subscribe, Tunables.unsubscribe,
        Layers.put, Layers.remove, Layers.activate, Layers.list, Layers.get,
        Flags.get, Flags.list, Flags.evaluate, Flags.evaluateAll,
        Flags.define, Flags.remove, Flags.set, Flags.reset, Flags.killSwitch, Flags.subscribe, Flags.unsubscribe,
        Worlds.create, Worlds.drop, Worlds.list, Worlds.diff, Worlds.merge,
        Stew.compute, Stew.last, Stew.prefer, Stew.subscribe, Stew.unsubscribe,
    ]

    /// The notifications, likewise.
    package static let notifications: [any AnyNotificationDeclaration] = [
        Server.changed, Tunables.changed, Flags.changed, Stew.changed,
    ]

    /// The version of the daemon and of the clients that are released with it.
    package static let release = "0.1.0"

    /// The version of what the methods mean; it grows when a client could be misled.
    package static let protocolVersion: Int64 = 1
}
