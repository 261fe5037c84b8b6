import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of a complete use of constants and flags by clients on the socket.
@Suite(.blocking) struct StewStoryTests {
    @Test func `a subscribed plan follows flags and tunables, and a restart restores the last plan`() throws {
        let directory = try TemporaryDirectory()
        let daemon = try DaemonProcess(in: directory)
        let screen = try daemon.client()
        let cook = try daemon.client()
        let plan = try screen.call("stew.subscribe", ["weightOz": 31.5, "style": "wholePeeled"])
        #expect(plan["minutes"] == 36)
        #expect(plan["heat"]["level"] == "mediumSimmer")

        // Switch to the other model, which computes another time.
        try cook.call("flags.set", ["key": "algo.reductionModel", "variant": "v2"])
        let second = try #require(try screen.nextStew())
        #expect(second["model"] == "v2")
        #expect(second["minutes"] == 35)

        // Switch the tips on.
        try cook.call("flags.set", ["key": "ui.showAdvancedTips", "value": true])
        let tips = try #require(try screen.nextStew())["tips"]?.elements ?? []
        #expect(tips.first == "Crush by hand after 10–15 minutes.")
        #expect(tips.count == 5)

        // Change a constant.
        try cook.call("tunables.set", ["key": "stew.varietal.roma", "value": 2])
        #expect(try screen.nextStew()["minutes"] == 71)

        // Create two worlds, each with its own constant.
        let worlds = try [1.5, 3].map { factor in
            let member = try daemon.client()
            try member.call("worlds.create")
            try member.call("stew.subscribe", ["weightOz": 31.5, "style": "wholePeeled"])
            try member.call("tunables.set", ["key": "stew.varietal.roma", "value": .double(factor)])
            return member
        }
        #expect(try worlds.map { try $0.nextStew()["minutes"] } == [53, 106])
        #expect(try screen.nextNotification(within: .zero) == nil)

        // Turn on the kill switch: all clients see the defaults, the first model and no tips.
        try cook.call("flags.killSwitch", ["on": true])
        for client in [screen] + worlds {
            let limited = try #require(try client.nextStew())
            #expect(limited["minutes"] == 36)
            #expect(limited["model"] == "v1")
            #expect(limited["tips"] == [])
        }
        try cook.call("flags.killSwitch", ["on": false])
        #expect(try screen.nextStew()["minutes"] == 71)

        // A refused request does not replace the last plan, which a restart restores.
        try cook.call("stew.prefer", ["units": "C"])
        let last = try cook.call("stew.compute", ["weightOz": 28.349523125, "varietal": "cherry"])
        #expect(try cook.refusal(of: "stew.compute", ["weightOz": 500]) != nil)
        try daemon.stop()
        let again = try DaemonProcess(in: directory)
        let client = try again.client()
        #expect(try client.call("stew.last") == last)
        #expect(last["units"] == "C")
        #expect(try client.call("stew.compute", ["weightOz": 31.5, "style": "wholePeeled"])["minutes"] == 71)
        #expect(try client.call("stew.compute")["units"] == "C")
    }

    @Test func `the last plan survives a crash after a short time`() throws {
        // A slow disk may need more time. Then the test repeats with a longer wait.
        #expect(try [1.5, 5, 20].contains { try isKept(throughCrashBehind: $0) })
    }

    private func isKept(throughCrashBehind seconds: Double) throws -> Bool {
        let directory = try TemporaryDirectory()
        let daemon = try DaemonProcess(in: directory)
        let client = try daemon.client()
        let last = try client.call("stew.compute", ["weightOz": 5.5, "units": "C"])
        let start = try client.call("server.info")["uptime"]
        var now = start
        while case .double(let then)? = start, case .double(let time)? = now, time < then + seconds {
            now = try client.call("server.info")["uptime"]
        }
        try daemon.kill()
        let again = try DaemonProcess(in: directory)
        return try again.client().call("stew.last") == last
    }
}
