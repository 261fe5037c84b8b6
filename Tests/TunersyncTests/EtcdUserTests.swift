import BlockingTests
import JSONCore
import SyncTestSupport
import SystemCore
import TestSupport
import Testing

/// A user, a password and tokens of etcd.
@Suite(.blocking, .enabled(if: EtcdServer.isInstalled || Demands.areStrict, "missing here: etcd"))
struct EtcdUserTests {
    /// Starts etcd with the user `tuner`, who may read the keys below `/tuner/`.
    private static func server(_ options: [String] = []) throws -> EtcdServer {
        let etcd = try EtcdServer(["--bcrypt-cost", "4"] + options)
        try etcd.put("/tuner/team", #"{"values":{"ui.scale":1}}"#)
        try etcd.put("/secret/team", #"{"values":{"ui.scale":99}}"#)
        let commands = [
            "user add root:toor", "user grant-role root root", "role add reader",
            "role grant-permission reader --prefix=true read /tuner/", "user add tuner:s3cret",
            "user grant-role tuner reader", "auth enable",
        ]
        for command in commands {
            let result = try etcd.control(command.split(separator: " ").map(String.init))
            guard result.code == 0 else { throw ProgramFault.hasEnded(result) }
        }
        etcd.credentials = ["--user", "root:toor"]
        return etcd
    }

    private static func keys(_ secret: String, _ key: String = "/tuner/team") -> String {
        "\"key\":\"\(key)\",\"user\":\"tuner\",\"password\":{\"file\":\"\(secret)\"}"
    }

    @Test func `a password comes from a file and is never printed`() throws {
        let etcd = try EtcdUserTests.server()
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        let secret = machine.directory.file("secret")
        try machine.startSync(EtcdTests.configuration([etcd], EtcdUserTests.keys(secret)))
        try machine.waitForText("for the field password cannot be read")
        try Origin.write("wr0ng\n", to: secret)
        try machine.waitForText("authentication failed, invalid user ID or password")
        try Origin.write("s3cret\n", to: secret)
        #expect(try machine.waitFor("ui.scale", 1))
        let sync = try #require(machine.sync)
        let command = try Program(script: "cat /proc/\(sync.processID)/cmdline /proc/\(sync.processID)/environ").wait()
        #expect(command.output.contains("tunersync"))
        #expect(!command.output.contains("s3cret"))
        let end = try machine.stopSync()
        #expect(end?.errors.contains("s3cret") == false)
        #expect(end?.errors.contains("wr0ng") == false)
        let stored = try Program(script: "grep -r -e s3cret -e wr0ng '\(machine.directory.file("layers"))'").wait()
        #expect(stored.output == "")
    }

    @Test func `an expired token is renewed`() throws {
        let etcd = try EtcdUserTests.server(["--auth-token-ttl", "1"])
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        let secret = machine.directory.file("secret")
        try Origin.write("s3cret", to: secret)
        let configuration = EtcdTests.configuration([etcd], EtcdUserTests.keys(secret), #","interval":4"#)
        try machine.startSync(configuration)
        #expect(try machine.waitFor("ui.scale", 1))
        // The token expires before the next check.
        _ = try etcd.program?.errors { $0.contains("invalid auth token") }
        try etcd.put("/tuner/team", #"{"values":{"ui.scale":2}}"#)
        #expect(try machine.waitFor("ui.scale", 2))
        #expect(try machine.stopSync()?.errors.contains("could not be fetched") == false)
    }

    @Test func `a changed password is reported once, and read again`() throws {
        let etcd = try EtcdUserTests.server()
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        let secret = machine.directory.file("secret")
        try Origin.write("s3cret", to: secret)
        try machine.startSync(EtcdTests.configuration([etcd], EtcdUserTests.keys(secret), #","interval":1"#))
        #expect(try machine.waitFor("ui.scale", 1))
        let changed = try Program(
            script: "echo n3w | ETCDCTL_API=3 etcdctl --endpoints \(etcd.endpoint) --user root:toor user passwd tuner "
                + "--interactive=false"
        ).wait()
        #expect(changed.code == 0, "\(changed.errors)")
        try machine.waitForText("authentication failed, invalid user ID or password")
        try Origin.write("n3w", to: secret)
        try etcd.put("/tuner/team", #"{"values":{"ui.scale":2}}"#)
        #expect(try machine.waitFor("ui.scale", 2))
        let lines = try machine.stopSync()?.errors.split(separator: "\n") ?? []
        #expect(lines.count { $0.contains("authentication failed") } == 1)
    }

    @Test func `a key that the user may not read harms no other layer`() throws {
        let etcd = try EtcdUserTests.server()
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        let secret = machine.directory.file("secret")
        try Origin.write("s3cret", to: secret)
        func source(_ layer: String, _ key: String) -> String {
            let keys = EtcdUserTests.keys(secret, key)
            return "{\"layer\":\"\(layer)\",\"timeout\":30,\"etcd\":{\"endpoints\":[\"\(etcd.endpoint)\"],\(keys)}}"
        }
        let sources = "\(source("closed", "/secret/team")),\(source("team", "/tuner/team"))"
        try machine.startSync("{\"sources\":[\(sources)],\"activate\":[\"team\"]}")
        try machine.waitForText(
            "the layer closed could not be fetched: etcd refuses to read /secret/team: etcdserver: permission denied"
        )
        #expect(try machine.waitFor("ui.scale", 1))
        try etcd.put("/tuner/team", #"{"values":{"ui.scale":2}}"#)
        #expect(try machine.waitFor("ui.scale", 2))
        try etcd.control(["role", "grant-permission", "reader", "read", "/secret/team"])
        try machine.fetchNow()
        #expect(try eventually { try machine.layer("closed") != nil })
    }

    @Test func `an etcd that requires a user is reported`() throws {
        let etcd = try EtcdUserTests.server()
        let machine = try SyncedDaemon()
        try machine.startSync(EtcdTests.configuration([etcd]))
        try machine.waitForText("the layer team could not be fetched: etcdserver: user name is empty")
    }
}
