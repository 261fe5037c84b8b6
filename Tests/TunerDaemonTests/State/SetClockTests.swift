import FlagEngine
import JSONCore
import LoopCore
import StateCore
import SystemCore
import TestSupport
import Testing
import TunableEngine

@testable import RPCCore
@testable import TunerDaemon
@testable import TunerStore

/// Tests of overrides while the system clock is set.
@Suite struct SetClockTests {
    /// A state on an event loop that the test turns.
    private final class Stage {
        let clocks = ManualClocks()
        let loop: EventLoop
        let store: StateStore
        let states: StateVersions
        let writer: StateWriter
        private let pipeline: CommitPipeline
        private let directory: TemporaryDirectory

        init() throws {
            directory = try TemporaryDirectory()
            loop = try EventLoop(clock: clocks.clocks)
            let log = Log(try Kernel.open("/dev/null", .write), level: .error, format: .text)
            let files = KernelFileSystem()
            let opening = try StateOpening(
                files,
                directory: directory.path,
                rules: StateRules(),
                recovers: false,
                log: log
            )
            store = try StateStore(
                files,
                directory: directory.path,
                after: opening.recovered,
                opening.state,
                durability: .none,
                log: log
            )
            states = StateVersions(opening.state, on: loop, clock: clocks.clocks)
            let soft = SoftStateStore(opening.softState, states, in: store, on: loop)
            let jobs = Jobs(SubscriptionQuota(DaemonLimits()))
            let publishers = Publishers(states, soft, store, nil, SyncSources(), jobs, on: loop)
            writer = StateWriter(states, store, publishers, nil)
            let server = RPCServer(methods: MethodTable(), loop: loop)
            let deadlines = DeadlineTimer(writer, states, on: loop)
            let members = WorldMembers(states, publishers)
            pipeline = try CommitPipeline(states, soft, store, deadlines, nil, publishers, members, server, nil)
            try pipeline.begin()
        }

        deinit { store.close() }

        func perform(_ mutation: Mutation, in world: String? = nil) throws {
            let author = Author(actor: .daemon, isNamed: true, world: world)
            try writer.perform(mutation, by: author)
        }

        /// Advances the time and runs what is due.
        func wait(_ milliseconds: Int64) throws {
            clocks.advance(by: .milliseconds(milliseconds))
            loop.nextTurn {}
            try loop.turn()
        }

        /// Sets the system clock forward or back.
        func setClock(by seconds: Int64) {
            let wall = clocks.clocks.wall()
            clocks.setWall(WallTime(seconds: wall.seconds + seconds, nanoseconds: wall.nanoseconds))
        }

        /// Returns whether each of the four overrides exists.
        func seen(_ key: Key, _ flag: FlagKey) throws -> [Bool] {
            let world = try states.committed.world("w")
            let bytes = flag.text.utf8.span
            return [
                states.committed.tunable(key.text.utf8.span)?.local != nil,
                world.values.value(of: key) != nil,
                states.committed.flag(flag)?.override != nil,
                world.flags.value(of: bytes) != nil,
            ]
        }
    }

    private static func override(for milliseconds: Int64) -> WriteOptions {
        var options = WriteOptions()
        options.duration = milliseconds
        return options
    }

    @Test(arguments: [-86_400, -4, 0, 4, 86_400] as [Int64], [false, true])
    func `an override keeps its duration when the system clock is set`(seconds: Int64, isCalled: Bool) throws {
        let stage = try Stage()
        let key = try Key("a")
        let flag = try FlagKey("ui.DarkMode")
        try stage.perform(.createWorld("w"))
        // The second round shows that overrides set after a jump also keep their duration.
        for _ in 0..<2 {
            for world in [nil, "w"] {
                try stage.perform(.set(key, 1, Self.override(for: 1_000)), in: world)
                try stage.perform(.setFlag(flag, .variant("on"), for: 1_000), in: world)
            }
            try stage.wait(400)
            stage.setClock(by: seconds)
            if isCalled {
                // Another write reads the clock in the same turn.
                try stage.perform(.set(try Key("other"), .integer(Int64.random(in: 0...1 << 40)), WriteOptions()))
            }
            try stage.wait(0)
            #expect(try stage.seen(key, flag) == [true, true, true, true])
            try stage.wait(500)
            #expect(try stage.seen(key, flag) == [true, true, true, true])
            try stage.wait(101)
            #expect(try stage.seen(key, flag) == [false, false, false, false])
        }
    }
}
