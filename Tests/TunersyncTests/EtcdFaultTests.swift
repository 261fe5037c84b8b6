import BlockingTests
import JSONCore
import SyncTestSupport
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What happens to layers when etcd, its members or the connections to them fail.
@Suite(.blocking, .enabled(if: EtcdServer.isInstalled || Demands.areStrict, "missing here: etcd"))
struct EtcdFaultTests {
    private static func put(_ scale: Int, in etcd: EtcdServer) throws {
        try etcd.put("/tuner/team", "{\"values\":{\"ui.scale\":\(scale)}}")
    }

    @Test func `an etcd that was killed is followed after its restart`() throws {
        let etcd = try EtcdServer()
        try EtcdFaultTests.put(1, in: etcd)
        let machine = try EtcdTests.synced(etcd)
        try etcd.kill()
        try machine.waitForText("the layer team could not be fetched: ")
        #expect(try machine.value("ui.scale") == 1)
        try etcd.start()
        try etcd.waitUntilReady()
        try EtcdFaultTests.put(2, in: etcd)
        #expect(try machine.waitFor("ui.scale", 2))
        try EtcdFaultTests.put(3, in: etcd)
        #expect(try machine.waitFor("ui.scale", 3), "there is a stream again")
    }

    @Test func `an etcd that is stopped is noticed without a change`() throws {
        let etcd = try EtcdServer()
        try EtcdFaultTests.put(1, in: etcd)
        let machine = try EtcdTests.synced(etcd, #""key":"/tuner/team""#, #","interval":1,"timeout":2"#)
        try etcd.stop()
        try machine.waitForText("the layer team could not be fetched: there was no response in time")
        try etcd.resume()
        try EtcdFaultTests.put(2, in: etcd)
        #expect(try machine.waitFor("ui.scale", 2))
    }

    @Test func `a connection that is half open is replaced`() throws {
        let etcd = try EtcdServer()
        try EtcdFaultTests.put(1, in: etcd)
        let port = TestPort.next()
        // A separate process serves each connection. A signal stops it, and the connection then carries nothing.
        let relay = try Program(
            "/usr/bin/socat",
            ["TCP-LISTEN:\(port),bind=127.0.0.1,fork,reuseaddr", "TCP:127.0.0.1:\(etcd.port)"]
        )
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        let configuration = EtcdTests.configuration([etcd], #""key":"/tuner/team""#, #","interval":1,"timeout":5"#)
        try machine.startSync(configuration.replacing(etcd.endpoint, with: "http://127.0.0.1:\(port)"))
        #expect(try machine.waitFor("ui.scale", 1))
        for scale in 2...3 {
            let stopped = try Program(script: "kill -STOP $(pgrep -P \(relay.processID))").wait()
            #expect(stopped.code == 0, "\(stopped.errors)")
            try EtcdFaultTests.put(scale, in: etcd)
            #expect(try machine.waitFor("ui.scale", .integer(Int64(scale))))
        }
    }

    @Test func `changes that etcd has compacted do not stop a layer`() throws {
        let etcd = try EtcdServer()
        try EtcdFaultTests.put(1, in: etcd)
        let machine = try EtcdTests.synced(etcd)
        let path = etcd.directory.file("long")
        try Origin.write("{\"values\":{\"long\":\"\(String(repeating: "x", count: 900_000))\"}}", to: path)
        let sync = try #require(machine.sync)
        // etcd cannot send all changes to a process that reads nothing, so the watch falls behind.
        try sync.send(SIGSTOP)
        for _ in 0..<20 { try etcd.put("/tuner/team", fileAt: path) }
        try EtcdFaultTests.put(2, in: etcd)
        try etcd.control(["compact", "\(try etcd.revision())"])
        try sync.send(SIGCONT)
        #expect(try machine.waitFor("ui.scale", 2))
        try EtcdFaultTests.put(3, in: etcd)
        #expect(try machine.waitFor("ui.scale", 3))
        try machine.killSync()
        try EtcdFaultTests.put(4, in: etcd)
        try etcd.control(["compact", "\(try etcd.revision())"])
        try machine.startSync()
        #expect(try machine.waitFor("ui.scale", 4))
    }

    @Test func `a restored backup replaces newer content`() throws {
        let etcd = try EtcdServer()
        try EtcdFaultTests.put(5, in: etcd)
        let snapshot = etcd.directory.file("snapshot")
        #expect(try etcd.control(["snapshot", "save", snapshot]).code == 0)
        try EtcdFaultTests.put(1, in: etcd)
        let machine = try EtcdTests.synced(etcd)
        for number in 0..<20 { try etcd.put("/other", "\(number)") }
        try etcd.kill()
        try etcd.restore(snapshot)
        try etcd.start()
        try etcd.waitUntilReady()
        #expect(try machine.waitFor("ui.scale", 5), "the revision has gone back")
        try EtcdFaultTests.put(6, in: etcd)
        #expect(try machine.waitFor("ui.scale", 6))
    }

    @Test func `another value with the revision and version of a lost one is noticed`() throws {
        let etcd = try EtcdServer()
        try EtcdFaultTests.put(5, in: etcd)
        let snapshot = etcd.directory.file("snapshot")
        #expect(try etcd.control(["snapshot", "save", snapshot]).code == 0)
        try EtcdFaultTests.put(1, in: etcd)
        let machine = try EtcdTests.synced(etcd)
        let sync = try #require(machine.sync)
        try sync.send(SIGSTOP)
        try etcd.kill()
        try etcd.restore(snapshot)
        try etcd.start()
        try etcd.waitUntilReady()
        try EtcdFaultTests.put(2, in: etcd)
        try sync.send(SIGCONT)
        #expect(try machine.waitFor("ui.scale", 2))
    }

    @Test func `another member takes over for one that was killed`() throws {
        let members = try EtcdServer.cluster()
        try EtcdFaultTests.put(1, in: members[0])
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try machine.startSync(EtcdTests.configuration(members))
        #expect(try machine.waitFor("ui.scale", 1))
        try members[0].kill()
        try members[1].waitUntilReady()
        try EtcdFaultTests.put(2, in: members[1])
        #expect(try machine.waitFor("ui.scale", 2))
        try members[0].start()
        try members[0].waitUntilReady()
        try members[1].kill()
        try members[2].waitUntilReady()
        try EtcdFaultTests.put(3, in: members[2])
        #expect(try machine.waitFor("ui.scale", 3))
    }

    @Test func `a layer follows its key across a change of the leader`() throws {
        let members = try EtcdServer.cluster()
        try EtcdFaultTests.put(1, in: members[0])
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try machine.startSync(EtcdTests.configuration(members))
        #expect(try machine.waitFor("ui.scale", 1))
        let leader = try #require(try members.first { try $0.isLeader() })
        let others = members.filter { $0 !== leader }
        let moved = try leader.control(["move-leader", try others[0].identifier()])
        #expect(moved.code == 0, "\(moved.errors)")
        try EtcdFaultTests.put(2, in: members[1])
        #expect(try machine.waitFor("ui.scale", 2))
        try others[0].kill()
        try others[1].waitUntilReady()
        try EtcdFaultTests.put(3, in: others[1])
        #expect(try machine.waitFor("ui.scale", 3))
    }

    @Test func `members that are left without a leader are reported`() throws {
        let members = try EtcdServer.cluster()
        try EtcdFaultTests.put(1, in: members[0])
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try machine.startSync(EtcdTests.configuration([members[0]]))
        #expect(try machine.waitFor("ui.scale", 1))
        try members[1].kill()
        try members[2].kill()
        try machine.waitForText("the layer team could not be fetched: ")
        #expect(try machine.value("ui.scale") == 1)
        try members[1].start()
        try members[1].waitUntilReady()
        try EtcdFaultTests.put(2, in: members[1])
        #expect(try machine.waitFor("ui.scale", 2))
    }

    @Test func `an endpoint needs a certificate that is trusted`() throws {
        let etcd = try EtcdServer(hasTLS: true)
        try EtcdFaultTests.put(1, in: etcd)
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try machine.startSync(EtcdTests.configuration([etcd]))
        try machine.waitForText("could not be fetched: SSL certificate problem: self-signed certificate")
        let trust = ",\"certificates\":\"\(etcd.certificate)\""
        try machine.configure(EtcdTests.configuration([etcd], #""key":"/tuner/team""#, trust))
        #expect(try machine.waitFor("ui.scale", 1))
        try EtcdFaultTests.put(2, in: etcd)
        #expect(try machine.waitFor("ui.scale", 2))
    }
}
