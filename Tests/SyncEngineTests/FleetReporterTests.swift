import JSONCore
import SyncEngine
import Testing

struct FleetReporterTests {
    private static func started() -> PlayedReporter {
        var played = PlayedReporter()
        played.run()
        return played
    }

    @Test func `a machine without a report has two keys, each with its lease`() {
        let played = FleetReporterTests.started()
        #expect(played.names == ["alive/m", "machines/m"])
        #expect(played.value("alive/m") == "{}")
        #expect(played.value("machines/m") == #"{"labels":{"region":"eu"},"versions":{},"layers":{}}"#)
        let ends = ["alive/m", "machines/m"].map { played.etcd.leases[played.lease($0)] }
        #expect(ends == [.seconds(1_600), .seconds(1_000 + 30 * 86_400)])
        #expect(played.etcd.leases.count == 2)
    }

    @Test func `leases are kept alive`() throws {
        var played = FleetReporterTests.started()
        let due = try #require(played.reporter.deadline)
        #expect((Duration.seconds(1_190)...Duration.seconds(1_210)).contains(due))
        let leases = [played.lease("alive/m"), played.lease("machines/m")]
        played.run(for: .seconds(40 * 86_400))
        played.etcd.expire(at: played.now)
        #expect(played.names == ["alive/m", "machines/m"])
        #expect([played.lease("alive/m"), played.lease("machines/m")] == leases)
    }

    @Test func `a new state replaces the key in one transaction`() {
        var played = FleetReporterTests.started()
        played.publish(PlayedReporter.report(.trying))
        played.run()
        #expect(played.names == ["alive/m", "machines/m", "rollouts/a/r1/trying/1/m"])
        played.publish(PlayedReporter.report(.reverted, time: 5))
        guard case .store(let transaction)? = played.reporter.next(at: played.now) else {
            Issue.record("there is no transaction")
            return
        }
        #expect(transaction.puts.map(\.key) == ["/f/machines/m", "/f/rollouts/a/r1/reverted/1/m"])
        #expect(transaction.deletes == ["/f/rollouts/a/r1/trying/1/m"])
        played.receive(played.etcd.carryOut(.store(transaction), at: played.now))
        #expect(played.names == ["alive/m", "machines/m", "rollouts/a/r1/reverted/1/m"])
        #expect(played.lease("rollouts/a/r1/reverted/1/m") == played.lease("machines/m"))
    }

    @Test func `another rollout of a layer leaves the key of the earlier one`() {
        var played = FleetReporterTests.started()
        played.publish(PlayedReporter.report(.applied, "r1"))
        played.run()
        played.publish(PlayedReporter.report(.trying, "r2"))
        played.run()
        #expect(
            played.names == ["alive/m", "machines/m", "rollouts/a/r1/applied/1/m", "rollouts/a/r2/trying/1/m"]
        )
        played.publish(PlayedReporter.report(.failed, "r1", stage: 3))
        played.run()
        #expect(played.names.filter { $0.contains("/r1/") } == ["rollouts/a/r1/failed/3/m"])
    }

    @Test func `a forgotten report leaves its key, but not its entry`() {
        var played = FleetReporterTests.started()
        played.publish(PlayedReporter.report(.applied))
        played.run()
        played.forget("a")
        played.run()
        #expect(played.names == ["alive/m", "machines/m", "rollouts/a/r1/applied/1/m"])
        #expect(played.value("machines/m")?.contains("r1") == false)
    }

    @Test func `an announcement succeeds once etcd has the report`() {
        var played = FleetReporterTests.started()
        played.announce(PlayedReporter.report(.trying), 7)
        #expect(played.ends == [:])
        played.run()
        #expect(played.ends == [7: true])
        played.announce(PlayedReporter.report(.trying), 8)
        #expect(played.reporter.next(at: played.now) != nil, "the lease of the key may have ended")
    }

    @Test func `an announcement that fails is withdrawn, also if etcd carries it out later`() {
        var played = FleetReporterTests.started()
        played.publish(PlayedReporter.report(.applied, "r1"))
        played.run()
        played.announce(PlayedReporter.report(.trying, "r2"), 1)
        guard let late = played.reporter.next(at: played.now) else {
            Issue.record("there is no request")
            return
        }
        played.receive(.failure(.endpoint("there was no response in time")))
        #expect(played.ends == [1: false])
        #expect(played.reporter.fault == .endpoint("there was no response in time"))
        _ = played.etcd.carryOut(late, at: played.now)
        #expect(played.names.contains("rollouts/a/r2/trying/1/m"))
        played.run(for: .seconds(10))
        #expect(played.names == ["alive/m", "machines/m", "rollouts/a/r1/applied/1/m"])
        #expect(played.value("machines/m")?.contains("r2") == false)
        #expect(played.reporter.fault == nil)
    }

    @Test func `a request that arrives after a later one changes nothing`() {
        var played = FleetReporterTests.started()
        played.announce(PlayedReporter.report(.trying), 1)
        guard let late = played.reporter.next(at: played.now) else {
            Issue.record("there is no request")
            return
        }
        played.receive(.failure(.endpoint("timeout")))
        played.run(for: .seconds(10))
        let items = played.etcd.items
        _ = played.etcd.carryOut(late, at: played.now)
        #expect(played.etcd.items == items)
    }

    @Test func `an announcement does not wait for the end of a wait`() {
        var played = PlayedReporter()
        _ = played.reporter.next(at: played.now)
        played.receive(.failure(.endpoint("refused")))
        #expect(played.reporter.next(at: played.now) == nil)
        played.announce(PlayedReporter.report(.trying), 1)
        played.run()
        #expect(played.ends == [1: true])
    }

    @Test func `a later report of the layer ends an announcement`() {
        var played = FleetReporterTests.started()
        played.announce(PlayedReporter.report(.trying), 1)
        played.publish(PlayedReporter.report(.withdrawn))
        #expect(played.ends == [1: false])
        played.run()
        #expect(played.names == ["alive/m", "machines/m", "rollouts/a/r1/withdrawn/1/m"])
    }

    @Test(arguments: ["alive/m", "machines/m"]) func `a lost lease is granted again`(_ name: String) {
        var played = FleetReporterTests.started()
        played.publish(PlayedReporter.report(.applied))
        played.run()
        let (names, lease) = (played.names, played.lease(name))
        played.etcd.revoke(lease)
        #expect(played.names != names)
        played.run(for: .seconds(100_000))
        #expect(played.names == names)
        #expect(played.lease(name) != lease)
        #expect(played.etcd.leases.count == 2)
    }

    @Test func `a transaction finds that a lease is lost`() {
        var played = FleetReporterTests.started()
        let lease = played.lease("alive/m")
        played.etcd.revoke(played.lease("machines/m"))
        played.publish(PlayedReporter.report(.applied))
        played.run()
        #expect(played.names == ["alive/m", "machines/m", "rollouts/a/r1/applied/1/m"])
        #expect(played.lease("alive/m") == lease)
        #expect(played.etcd.leases.count == 2)
        #expect(played.reporter.fault == nil)
    }

    @Test func `a grant without a response makes one lease`() throws {
        var played = PlayedReporter()
        let next = played.reporter.next(at: played.now)
        let grant = try #require(next)
        _ = played.etcd.carryOut(grant, at: played.now)
        played.receive(.failure(.endpoint("timeout")))
        played.run(for: .seconds(10))
        #expect(played.etcd.leases.count == 2)
        #expect(played.names == ["alive/m", "machines/m"])
    }

    @Test func `after a restart, the last state replaces the key of an earlier process`() {
        var played = FleetReporterTests.started()
        played.publish(PlayedReporter.report(.trying, "r1", stage: 1))
        played.publish(PlayedReporter.report(.applied, "q", layer: "b"))
        played.run()
        let lease = played.lease("machines/m")
        played.reporter = FleetReporter(machine: "m", labels: [:], keys: PlayedReporter.keys, seed: 2)
        played.run()
        #expect(played.reporter.fault == nil)
        played.publish(PlayedReporter.report(.failed, "r1", stage: 2))
        played.run()
        #expect(
            played.names == ["alive/m", "machines/m", "rollouts/a/r1/failed/2/m", "rollouts/b/q/applied/1/m"]
        )
        #expect(played.lease("machines/m") != lease)
        #expect(played.lease("rollouts/b/q/applied/1/m") == lease)
    }

    @Test func `a key that an earlier process has left is deleted`() {
        var played = FleetReporterTests.started()
        played.publish(PlayedReporter.report(.trying))
        played.run()
        played.forget("a")
        played.run()
        played.reporter = FleetReporter(machine: "m", labels: [:], keys: PlayedReporter.keys, seed: 2)
        played.publish(PlayedReporter.report(.reverted))
        played.run()
        #expect(played.names == ["alive/m", "machines/m", "rollouts/a/r1/reverted/1/m"])
    }

    @Test func `many changes need several transactions`() {
        var played = FleetReporterTests.started()
        for number in 0..<250 { played.publish(PlayedReporter.report(.trying, layer: "l\(number)")) }
        var sizes: [Int] = []
        while case .store(let transaction)? = played.reporter.next(at: played.now) {
            sizes.append(transaction.puts.count + transaction.deletes.count)
            played.receive(played.etcd.carryOut(.store(transaction), at: played.now))
        }
        #expect(sizes == [Int](repeating: 101, count: 12) + [51])
        #expect(played.names.count == 252)
    }

    @Test func `failures are tried again after waits that grow, and reported once`() {
        var played = PlayedReporter()
        var waits: [Duration] = []
        for _ in 0..<8 {
            _ = played.reporter.next(at: played.now)
            played.receive(.failure(.endpoint("refused")))
            let deadline = played.reporter.deadline ?? .zero
            waits.append(deadline - played.now)
            played.now = deadline
        }
        #expect(waits[0] >= .seconds(1) && waits[0] <= .seconds(3))
        #expect(waits[7] >= .seconds(8) && waits[7] <= .seconds(24))
        #expect(played.reporter.fault == .endpoint("refused"))
        played.run()
        #expect(played.reporter.fault == nil)
        #expect(played.names == ["alive/m", "machines/m"])
    }

    @Test func `a wrong password is not tried often, until it changes`() {
        var played = PlayedReporter()
        for _ in 0..<12 {
            _ = played.reporter.next(at: played.now)
            played.receive(.failure(.user("authentication failed")))
            #expect(played.reporter.waitsForCredentials)
            played.now = max(played.now, played.reporter.deadline ?? .zero)
        }
        _ = played.reporter.next(at: played.now)
        played.receive(.failure(.user("authentication failed")))
        #expect((played.reporter.deadline ?? .zero) - played.now >= .seconds(150))
        played.reporter.credentialsChanged()
        played.run()
        #expect(played.names == ["alive/m", "machines/m"])
    }

    @Test func `a fault of the transactions lasts although the leases are kept alive`() {
        var played = FleetReporterTests.started()
        played.publish(PlayedReporter.report(.applied))
        let end = played.now + .seconds(1_000)
        while played.now < end {
            guard let action = played.reporter.next(at: played.now) else {
                played.now = max(played.now, played.reporter.deadline ?? end)
                continue
            }
            if case .store = action {
                played.receive(.failure(.denied("permission denied")))
            } else {
                played.receive(played.etcd.carryOut(action, at: played.now))
            }
            #expect(played.reporter.fault == .denied("permission denied"))
        }
        played.etcd.expire(at: played.now)
        #expect(played.names == ["alive/m", "machines/m"], "the machine is there")
    }

    @Test func `two processes with the same machine are reported`() {
        var played = FleetReporterTests.started()
        played.publish(PlayedReporter.report(.applied))
        for _ in 0..<10 {
            played.etcd.put("/f/machines/m", "{}")
            guard let action = played.reporter.next(at: played.now) else { break }
            played.receive(played.etcd.carryOut(action, at: played.now))
        }
        #expect(played.reporter.fault == .endpoint("another process changes the keys of the machine m, too"))
    }
}
