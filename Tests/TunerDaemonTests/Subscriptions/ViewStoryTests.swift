import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Subscribers in worlds and outside under random writers: what each was sent adds up to what it reads.
@Suite struct ViewStoryTests {
    private static let worlds = ["w-aaaaaaaaaaaaaaaa", "w-bbbbbbbbbbbbbbbb"]

    private func member(of world: String?, _ daemon: DaemonProcess) throws -> Client {
        let client = try daemon.client()
        if let world {
            try client.ask("session.hello", ["world": .string(world)])
        }
        return client
    }

    @Test(arguments: ["sync", "relaxed"])
    func `a world that is dropped and made again at once ends its subscriptions`(durability: String) throws {
        let daemon = try DaemonProcess("--durability \(durability)")
        let name = Self.worlds[0]
        let wire = try daemon.wire()
        try wire.write(
            request("worlds.create", 1, #"{"world":"\#(name)"}"#)
                + request("tunables.set", 2, #"{"key":"a","value":1}"#)
        )
        _ = wire.read { $0.count { $0 == "\n" } == 2 }
        let watcher = try Watcher([:], on: try member(of: name, daemon))
        let flags = try member(of: name, daemon)
        try flags.ask("flags.subscribe")
        let stew = try member(of: name, daemon)
        try stew.ask("stew.subscribe")
        // The new subscription is of the new world, and goes on.
        try wire.write(
            request("worlds.drop", 3, #"{"world":"\#(name)"}"#) + request("worlds.create", 4, #"{"world":"\#(name)"}"#)
                + request("tunables.subscribe", 5) + request("tunables.set", 6, #"{"key":"b","value":2}"#)
        )
        let lines = wire.read { $0.count { $0 == "\n" } == 5 }
        #expect(!lines.contains("ended"))
        #expect(lines.contains(#""changes":[{"key":"b","value":2,"origin":"world"}]"#))
        for client in [watcher.client, flags, stew] {
            let notification = try client.nextNotification(within: .seconds(60))
            #expect(notification?.params["ended"] == "unknownWorld")
        }
    }
}
