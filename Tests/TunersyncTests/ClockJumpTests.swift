import BlockingTests
import JSONCore
import SyncTestSupport
import SystemCore
import TestSupport
import Testing

/// What happens to layers when a person or a time server sets the clock of the machine.
@Suite(
    .blocking,
    .enabled(
        if: FakeClock.isInstalled && Origin.isInstalled && EtcdServer.isInstalled || Demands.areStrict,
        "missing here: faketime, nginx or etcd"
    )
)
struct ClockJumpTests {
    private static func serve(_ scale: Int, at origin: Origin) throws {
        try origin.serve("{\"values\":{\"ui.scale\":\(scale)}}")
    }

    private static func configuration(_ origin: Origin, _ members: String) -> String {
        "{\"sources\":[{\"layer\":\"team\",\"url\":\"\(origin.url("/team.json"))\"\(members)}],\"activate\":[\"team\"]}"
    }

    @Test func `a clock that jumps delays no fetch`() throws {
        let clock = try FakeClock()
        let origin = try Origin()
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try ClockJumpTests.serve(0, at: origin)
        try machine.startSync(ClockJumpTests.configuration(origin, #","interval":1"#), variables: clock.words)
        #expect(try machine.waitFor("ui.scale", 0))
        for (scale, difference) in ["+1d", "-1d", "+400d", "-400d", "+0"].enumerated() {
            try clock.set(difference)
            try ClockJumpTests.serve(scale + 1, at: origin)
            #expect(try machine.waitFor("ui.scale", .integer(Int64(scale + 1))), "the clock is \(difference)")
        }
        #expect(try machine.stopSync()?.errors.contains("could not be fetched") == false)
    }

    @Test func `a watch of etcd outlives a jump of the clock`() throws {
        let clock = try FakeClock()
        let etcd = try EtcdServer()
        try etcd.put("/tuner/team", #"{"values":{"ui.scale":0}}"#)
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try machine.startSync(EtcdTests.configuration([etcd]), variables: clock.words)
        #expect(try machine.waitFor("ui.scale", 0))
        for (scale, difference) in ["+1d", "-1d", "+0"].enumerated() {
            try clock.set(difference)
            try etcd.put("/tuner/team", "{\"values\":{\"ui.scale\":\(scale + 1)}}")
            #expect(try machine.waitFor("ui.scale", .integer(Int64(scale + 1))), "the clock is \(difference)")
        }
        #expect(try machine.stopSync()?.errors.contains("could not be fetched") == false)
    }

    /// The time of the last fetch is then in the future: the least interval counts from now on, at the latest.
    @Test func `after a restart, a clock that was set back by a year delays no fetch by a year`() throws {
        let clock = try FakeClock()
        let origin = try Origin()
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try ClockJumpTests.serve(1, at: origin)
        try clock.set("+400d")
        let configuration = ClockJumpTests.configuration(origin, #","interval":2,"minInterval":2"#)
        try machine.startSync(configuration, variables: clock.words)
        #expect(try machine.waitFor("ui.scale", 1))
        _ = try machine.stopSync()
        try clock.set("+0")
        try ClockJumpTests.serve(2, at: origin)
        try machine.startSync(variables: clock.words)
        #expect(try machine.waitFor("ui.scale", 2))
    }

    /// After failures, the end of the wait survives a restart; it must not survive a clock that was set back.
    @Test func `after a restart with an earlier clock, a wait after failures ends`() throws {
        let clock = try FakeClock()
        let origin = try Origin()
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try clock.set("+400d")
        try machine.startSync(ClockJumpTests.configuration(origin, #","interval":2"#), variables: clock.words)
        try machine.waitForText("the layer team could not be fetched: ")
        _ = try machine.stopSync()
        try clock.set("+0")
        try ClockJumpTests.serve(1, at: origin)
        try machine.startSync(variables: clock.words)
        #expect(try machine.waitFor("ui.scale", 1))
    }
}
