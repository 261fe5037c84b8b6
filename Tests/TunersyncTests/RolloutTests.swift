import BlockingTests
import JSONCore
import SyncTestSupport
import SystemCore
import TestSupport
import Testing

/// Rollouts with real daemons, real programs and a real etcd.
@Suite(.blocking, .enabled(if: EtcdServer.isInstalled || Demands.areStrict, "missing here: etcd"))
struct RolloutTests {
    private static let check = #""check": {"command": "scale-ok", "every": 0.2, "failures": 2}"#
    private static let stages = #""stages": [{"labels": {"name": "host-1"}, "over": 0}, {"over": 0}]"#

    @Test func `a good value reaches each machine, stage by stage`() throws {
        let fleet = try SmallFleet(3)
        let file = try fleet.document(
            2,
            version: "2",
            #""id": "good", "bake": 1, \#(RolloutTests.check), \#(RolloutTests.stages)"#
        )
        let preview = try fleet.first.output("put", file, "--dry-run")
        #expect(preview.contains("platform: version 1 → 2\n  ui.scale  1 → 2\n"))
        #expect(preview.contains("stage 1  100 %, name=host-1  1 machine "))
        #expect(preview.contains("stage 2  100 %               2 machines"))
        #expect(preview.hasSuffix("nothing is written (--dry-run)\n"))
        #expect(try fleet.values() == [1, 1, 1])
        #expect(try fleet.first.output("put", file).hasSuffix("platform: the rollout good begins, version 2\n"))
        #expect(try eventually { try fleet.values() == [2, 2, 2] })
        #expect(try eventually { try fleet.first.status()["state"] == "complete" })
        #expect(try fleet.first.output("status").contains("the rollout good is complete"))
        let history = try fleet.first.output("history")
        #expect(history.contains("the rollout good begins, version 2"))
        for machine in fleet.machines {
            #expect(try eventually { try machine.synced.layer("platform")?["end"] == nil }, "the layer stays")
            let text = try machine.synced.stopSync()?.errors ?? ""
            #expect(text.contains("the layer platform has passed its trial"), "\(text)")
        }
    }

    @Test func `a value that breaks a machine stops at the first stage`() throws {
        let fleet = try SmallFleet(3)
        let file = try fleet.document(
            40,
            version: "2",
            #""id": "bad", "bake": 5, \#(RolloutTests.check), \#(RolloutTests.stages)"#
        )
        _ = try fleet.first.output("put", file)
        #expect(try eventually { try fleet.first.count("reverted") == 1 })
        #expect(try fleet.values() == [1, 1, 1])
        let status = try fleet.first.output("status")
        #expect(status.contains("the rollout bad has stopped, because 1 machine has reverted the layer"))
        #expect(status.contains("host-1 reverted: ui.scale is 40\n"))
        #expect(status.contains("to end the rollout: tunerctl fleet abort"))
        // A person decides that the others try it, too: each one reverts it by itself.
        #expect(try fleet.first.output("approve", "2").contains("stage 2 of the rollout bad is approved"))
        #expect(try eventually { try fleet.first.count("reverted") == 3 || fleet.first.status()["state"] == "stopped" })
        #expect(try eventually { try fleet.values() == [1, 1, 1] })
    }

    @Test func `an abort returns each machine to the layer that it had before`() throws {
        let fleet = try SmallFleet(2)
        let file = try fleet.document(
            2,
            version: "2",
            #""id": "wait", "bake": 0, \#(RolloutTests.check), "stages": [{"labels": {"name": "host-1"}, "over": 0}, {"approve": true}]"#
        )
        _ = try fleet.first.output("put", file)
        #expect(try eventually { try fleet.first.count("applied") == 1 })
        #expect(try fleet.values() == [2, 1])
        #expect(try eventually { try fleet.first.status()["state"] == "waiting" })
        #expect(try fleet.first.output("status").contains("waits for the approval of stage 2"))
        _ = try fleet.first.output("abort")
        #expect(try eventually { try fleet.values() == [1, 1] })
        #expect(try eventually { try fleet.first.count("withdrawn") == 1 })
        let again = try fleet.first.fleet(["approve"])
        #expect(again.code == 1)
        #expect(
            again.errors
                == "tunersync: the rollout wait is aborted; to begin another one, use tunerctl fleet put FILE\n"
        )
    }

    @Test func `a pause keeps the next stage out until a person resumes`() throws {
        let fleet = try SmallFleet(2)
        let file = try fleet.document(
            2,
            version: "2",
            #""id": "p", "bake": 0, \#(RolloutTests.check), "stages": [{"labels": {"name": "host-1"}, "over": 0}, {"over": 0, "approve": true}]"#
        )
        _ = try fleet.first.output("put", file)
        #expect(try eventually { try fleet.first.count("applied") == 1 })
        _ = try fleet.first.output("pause")
        _ = try fleet.first.output("approve")
        try fleet.machines[1].synced.waitForText("waits in the rollout p: the rollout is paused")
        #expect(try fleet.values() == [2, 1])
        _ = try fleet.first.output("resume")
        #expect(try eventually { try fleet.values() == [2, 2] })
    }

    /// The programs that end in the middle of a trial.
    enum Victim: CaseIterable { case tunersync, tunerd }

    @Test(arguments: Victim.allCases) func `a trial begins again after kill -9`(victim: Victim) throws {
        let fleet = try SmallFleet(1)
        // The check says nothing until the test lets it.
        try fleet.check("test -e '\(fleet.directory.file("go"))' || kill -9 $$")
        let file = try fleet.document(
            2,
            version: "2",
            #""id": "k", "bake": 0, \#(RolloutTests.check), "stages": [{"over": 0}]"#
        )
        _ = try fleet.first.output("put", file)
        let machine = fleet.first
        #expect(try eventually { try machine.synced.layer("platform")?["end"] != nil })
        switch victim {
        case .tunersync:
            try machine.synced.killSync()
            #expect(try machine.synced.value("ui.scale") == 2, "the daemon ends the trial by itself, later")
            try machine.restartSync()
        case .tunerd:
            try machine.synced.killDaemon()
            try machine.synced.startDaemon()
        }
        try Origin.write("", to: fleet.directory.file("go"))
        #expect(try eventually { try machine.count("applied") == 1 })
        #expect(try machine.synced.value("ui.scale") == 2)
        #expect(try machine.synced.layer("platform")?["end"] == nil, "the layer stays")
    }

    @Test func `a machine without etcd takes nothing`() throws {
        let fleet = try SmallFleet(2)
        let file = try fleet.document(
            2,
            version: "2",
            #""id": "e", "bake": 0, \#(RolloutTests.check), "stages": [{"labels": {"name": "host-1"}, "over": 0}, {"over": 0, "approve": true}]"#
        )
        _ = try fleet.first.output("put", file)
        #expect(try eventually { try fleet.first.count("applied") == 1 })
        try fleet.machines[1].synced.waitForText("a person must approve stage 2")
        try fleet.etcd.kill()
        try fleet.machines[1].synced.waitForText("the layer platform could not be fetched")
        #expect(try fleet.values() == [2, 1])
        try fleet.etcd.start()
        try fleet.etcd.waitUntilReady()
        #expect(try fleet.first.output("approve").contains("is approved"))
        #expect(try eventually { try fleet.values() == [2, 2] })
    }

    @Test func `two people who change a layer at once cannot overwrite each other`() throws {
        let fleet = try SmallFleet(1)
        let file = try fleet.document(2, version: "2", #""id": "one", "stages": [{"approve": true}]"#)
        _ = try fleet.first.output("put", file)
        let again = try fleet.first.fleet(["put", file])
        #expect(again.code == 1)
        #expect(again.errors == "tunersync: the rollout one has begun already; a new rollout needs a new id\n")
        let results = try (0..<8).map { _ in
            try Program(
                BuiltProduct.path("tunersync"),
                ["fleet", "pause", "--config", fleet.first.synced.configuration]
            )
        }.map { try $0.wait() }
        #expect(results.count { $0.code == 0 } == 1)
        for result in results where result.code != 0 {
            #expect(
                [
                    "tunersync: the rollout is paused already\n",
                    "tunersync: somebody has changed the layer platform since it was read; nothing was written, run the command again\n",
                ].contains(result.errors)
            )
        }
        #expect(try fleet.first.output("history").split(separator: "\n").count == 2)
    }

    @Test func `machines are listed by their labels`() throws {
        let fleet = try SmallFleet(2)
        #expect(try fleet.first.output("machines", "--label", "name=host-2").hasPrefix("host-2"))
        #expect(
            try fleet.first.fleet(["machines", "--label", "name=host-3"]).errors
                == "tunersync: the fleet has no matching machine\n"
        )
        #expect(try fleet.first.fleet(["machines", "--label", "name"]).code == 2)
        let list = try JSON.parse(try fleet.first.output("machines", "--json"))
        guard case .array(let machines)? = list["machines"] else {
            Issue.record("no list: \(list)")
            return
        }
        #expect(machines.map { $0["machine"] } == ["host-1", "host-2"])
        #expect(machines.allSatisfy { $0["silent"] == false })
    }

    @Test func `a document with a fault is not written`() throws {
        let fleet = try SmallFleet(1)
        let file = try fleet.document(2, version: "2", #""id": "a/b", "stages": [{}]"#)
        let result = try fleet.first.fleet(["put", file])
        #expect(result.code == 1)
        #expect(
            result.errors
                == "tunersync: \(file): rollout/id: must have at most 64 letters, digits, _, - and ., got a/b\n"
        )
        try Origin.write(#"{"values": {"ui.scale": 2}}"#, to: file)
        let atOnce = try fleet.first.fleet(["put", file])
        #expect(atOnce.code == 1)
        #expect(atOnce.errors.contains("has no rollout, so each machine would take the layer at once"))
        #expect(try fleet.values() == [1])
        _ = try fleet.first.output("put", file, "--at-once")
        #expect(try eventually { try fleet.values() == [2] })
    }
}
