import BlockingTests
import JSONCore
import SyncEngine
import SyncService
import SyncTestSupport
import SystemCore
import TestSupport
import Testing
import TransferCore

/// The keys of a machine in a real etcd.
@Suite(.blocking, .enabled(if: EtcdServer.isInstalled || Demands.areStrict, "missing here: etcd"))
struct FleetLinkTests {
    private static func key(_ state: String, _ rollout: String = "r8") -> String {
        "rollouts/platform/\(rollout)/\(state)/1/host-7"
    }

    @Test func `a machine and its reports appear, each under its lease`() throws {
        let etcd = try EtcdServer()
        let bench = try FleetBench([etcd.endpoint])
        #expect(try bench.announce(FleetBench.report(.trying)) == true)
        #expect(try etcd.names() == ["alive/host-7", "machines/host-7", FleetLinkTests.key("trying")])
        #expect(try etcd.control(["get", "--print-value-only", "/f/alive/host-7"]).output == "{}\n")
        let value = try etcd.control(["get", "--print-value-only", "/f/machines/host-7"]).output
        #expect(
            value == """
                {"labels":{"region":"eu"},"versions":{},"layers":{"platform":{"rollout":"r8","stage":1,"state":"trying",\
                "version":"8","time":"1970-01-01T00:00:00.000Z"}}}

                """
        )
        for (name, seconds) in [("alive/host-7", 600), ("machines/host-7", 2_592_000)] {
            let lease = try #require(try etcd.lease(name))
            let text = try etcd.control(["lease", "timetolive", "--keys", lease]).output
            #expect(text.contains("granted with TTL(\(seconds)s)"), "\(text)")
        }
        #expect(try etcd.lease(FleetLinkTests.key("trying")) == etcd.lease("machines/host-7"))
        bench.link.publish(FleetBench.report(.applied))
        let names = ["alive/host-7", "machines/host-7", FleetLinkTests.key("applied")]
        #expect(try bench.run { try etcd.names() == names })
        bench.link.forget(layer: "platform")
        #expect(
            try bench.run {
                try etcd.control(["get", "/f/machines/host-7"]).output.contains("\"layers\":{}")
            }
        )
        #expect(try etcd.names() == names)
        #expect(bench.faults.isEmpty)
    }

    @Test func `reports are counted in one transaction`() throws {
        let etcd = try EtcdServer()
        let states: [(String, Int, Int)] = [
            ("applied", 1, 20), ("trying", 1, 10), ("reverted", 1, 3), ("reverted", 2, 2), ("failed", 1, 4),
            ("withdrawn", 1, 1), ("applied", 2, 10),
        ]
        var lines: [String] = []
        for (state, stage, count) in states {
            for number in 0..<count {
                lines.append("put /f/rollouts/platform/r8/\(state)/\(stage)/m\(state)\(stage)-\(number) {}")
            }
        }
        lines.append("put /f/rollouts/platform/r88/reverted/1/m {}")
        lines.append("put /f/rollouts/platform/r8/reverted/11/m {}")
        try Origin.write("\n" + lines.joined(separator: "\n") + "\n\n\n", to: etcd.directory.file("puts"))
        let script = "ETCDCTL_API=3 etcdctl --endpoints \(etcd.endpoint) txn <'\(etcd.directory.file("puts"))'"
        let put = try Program(script: script).wait()
        #expect(put.code == 0, "\(put.errors)")
        let bench = try FleetBench([etcd.endpoint])
        #expect(try bench.count("platform", "r8", before: nil) == FleetCounts(reverted: 6))
        #expect(
            try bench.count("platform", "r8", before: 1) == FleetCounts(reverted: 6, entered: 38, applied: 20)
        )
        #expect(
            try bench.count("platform", "r8", before: 2) == FleetCounts(reverted: 6, entered: 12, applied: 10)
        )
        #expect(try bench.count("platform", "none", before: 3) == FleetCounts())
    }

    @Test func `an etcd that was killed gets the reports after its restart`() throws {
        let etcd = try EtcdServer()
        let bench = try FleetBench([etcd.endpoint])
        #expect(try bench.announce(FleetBench.report(.trying)) == true)
        try etcd.kill()
        #expect(try bench.announce(FleetBench.report(.trying, rollout: "r9")) == false)
        #expect(try bench.count("platform", "r8", before: 1) == nil)
        bench.link.publish(FleetBench.report(.reverted))
        #expect(try bench.run { !bench.faults.isEmpty })
        let sentence = "the reports of this machine could not be stored in etcd: "
        #expect(bench.faults.first??.hasPrefix(sentence) == true, "\(bench.faults)")
        try etcd.start()
        try etcd.waitUntilReady()
        let names = ["alive/host-7", "machines/host-7", FleetLinkTests.key("reverted")]
        #expect(try bench.run { try etcd.names() == names })
        #expect(try bench.run { bench.faults.last == .some(nil) })
        #expect(bench.faults.count == 2, "\(bench.faults)")
    }

    @Test func `an announcement to an etcd that is stopped leaves nothing behind`() throws {
        let etcd = try EtcdServer()
        let bench = try FleetBench([etcd.endpoint])
        #expect(try bench.run { try etcd.names().count == 2 })
        try etcd.stop()
        #expect(try bench.announce(FleetBench.report(.trying)) == false)
        try etcd.resume()
        #expect(try bench.run { bench.faults.last == .some(nil) })
        #expect(try etcd.names() == ["alive/host-7", "machines/host-7"])
        #expect(try bench.announce(FleetBench.report(.trying)) == true)
        #expect(try etcd.names().last == FleetLinkTests.key("trying"))
    }

    @Test func `keys return after their lease was revoked`() throws {
        let etcd = try EtcdServer()
        let bench = try FleetBench([etcd.endpoint])
        #expect(try bench.announce(FleetBench.report(.applied)) == true)
        let names = try etcd.names()
        for (name, time) in [("alive/host-7", Duration.seconds(240)), ("machines/host-7", .seconds(100_000))] {
            let lease = try #require(try etcd.lease(name))
            #expect(try etcd.control(["lease", "revoke", lease]).code == 0)
            #expect(try etcd.names() != names)
            bench.putClockForward(by: time)
            #expect(try bench.run { try etcd.names() == names })
            #expect(try etcd.lease(name) != lease)
        }
        let lease = try #require(try etcd.lease("machines/host-7"))
        #expect(try etcd.control(["lease", "revoke", lease]).code == 0)
        #expect(try bench.announce(FleetBench.report(.reverted)) == true)
        #expect(try etcd.names() == ["alive/host-7", "machines/host-7", FleetLinkTests.key("reverted")])
        #expect(bench.faults.isEmpty)
    }

    @Test func `leases are kept alive`() throws {
        let etcd = try EtcdServer()
        let bench = try FleetBench([etcd.endpoint])
        #expect(try bench.announce(FleetBench.report(.applied)) == true)
        let lease = try #require(try etcd.lease("alive/host-7"))
        let remaining = {
            let text = try etcd.control(["lease", "timetolive", lease]).output
            return text.split(separator: "remaining(").last.flatMap { Int($0.prefix { $0 != "s" }) } ?? 0
        }
        #expect(try eventually { try remaining() < 599 })
        bench.putClockForward(by: .seconds(240))
        #expect(try bench.run { try remaining() >= 599 })
        #expect(try etcd.lease("alive/host-7") == lease)
    }

    @Test func `after a restart, the key of the earlier process is replaced`() throws {
        let etcd = try EtcdServer()
        let bench = try FleetBench([etcd.endpoint])
        #expect(try bench.announce(FleetBench.report(.trying, stage: 1)) == true)
        bench.restart()
        bench.link.publish(FleetBench.report(.failed, stage: 2))
        let names = ["alive/host-7", "machines/host-7", "rollouts/platform/r8/failed/2/host-7"]
        #expect(try bench.run { try etcd.names() == names })
        #expect(bench.faults.isEmpty)
    }

    @Test func `a user needs a password, which may change`() throws {
        let etcd = try EtcdServer(["--bcrypt-cost", "4"])
        let commands = [
            "user add root:toor", "user grant-role root root", "role add fleet",
            "role grant-permission fleet --prefix=true readwrite /f/", "user add tuner:s3cret",
            "user grant-role tuner fleet", "auth enable",
        ]
        for command in commands {
            #expect(try etcd.control(command.split(separator: " ").map(String.init)).code == 0)
        }
        etcd.credentials = ["--user", "root:toor"]
        let secret = etcd.directory.file("secret")
        let bench = try FleetBench([etcd.endpoint], user: "tuner", password: secret)
        #expect(try bench.run { bench.faults.last??.contains("for the field password cannot be read") == true })
        try Origin.write("wr0ng", to: secret)
        #expect(try bench.run { bench.faults.last??.contains("authentication failed") == true })
        try Origin.write("s3cret", to: secret)
        #expect(try bench.run { bench.faults.last == .some(nil) })
        #expect(try etcd.names() == ["alive/host-7", "machines/host-7"])
        let changed = try Program(
            script: "echo n3w | ETCDCTL_API=3 etcdctl --endpoints \(etcd.endpoint) --user root:toor user passwd tuner "
                + "--interactive=false"
        ).wait()
        #expect(changed.code == 0, "\(changed.errors)")
        // The change of the password has ended the token.
        #expect(try bench.announce(FleetBench.report(.trying)) == false)
        try Origin.write("n3w", to: secret)
        #expect(try bench.run { bench.faults.last == .some(nil) })
        #expect(try bench.announce(FleetBench.report(.trying)) == true)
        #expect(try etcd.names().last == FleetLinkTests.key("trying"))
        for text in ["s3cret", "wr0ng", "n3w"] {
            #expect(!bench.faults.contains { $0?.contains(text) == true })
        }
    }

    @Test func `certificates are checked`() throws {
        let etcd = try EtcdServer(hasTLS: true)
        let stranger = try FleetBench([etcd.endpoint])
        #expect(try stranger.announce(FleetBench.report(.trying)) == false)
        #expect(stranger.faults.last??.contains("SSL certificate problem") == true, "\(stranger.faults)")
        let bench = try FleetBench([etcd.endpoint], certificates: etcd.certificate)
        #expect(try bench.announce(FleetBench.report(.trying)) == true)
    }

    @Test func `a closed connection passes no result on`() throws {
        let etcd = try EtcdServer()
        let bench = try FleetBench([etcd.endpoint])
        var ends = 0
        bench.link.announce(FleetBench.report(.trying)) { _ in ends += 1 }
        bench.link.count(layer: "platform", rollout: "r8", before: nil) { _ in ends += 1 }
        bench.link.close()
        #expect(bench.transfers.count == 0)
        let other = try FleetBench([etcd.endpoint], machine: "host-8")
        #expect(try other.run { try etcd.names().count == 2 })
        #expect(ends == 0)
    }
}
