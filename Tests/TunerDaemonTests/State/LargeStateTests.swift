import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests that a large state survives the end of its daemon.
///
/// `TUNER_KEYS` sets the number of keys.
@Suite(.blocking) struct LargeStateTests {
    private static let keys = Kernel.environment("TUNER_KEYS").flatMap { Int($0) } ?? 10_000

    /// Returns the revision and all values.
    private static func contents(_ daemon: DaemonProcess) throws -> [JSON?] {
        let all = try daemon.client().call("tunables.getAll")
        return [all["revision"], all["values"]]
    }

    /// Writes until the daemon has replaced its journals by a new snapshot.
    private static func writeUntilSnapshot(_ daemon: DaemonProcess) throws {
        let client = try daemon.client()
        let text = String(repeating: "x", count: 1 << 19)
        func snapshot() throws -> String? {
            try Kernel.names(in: daemon.directory.file("state")).filter { $0.wholeMatch(of: /snapshot-[0-9]+/) != nil }
                .max()
        }
        let before = try snapshot()
        var writes: Int64 = 0
        while try snapshot() == before, writes < 1_000 {
            writes += 1
            try client.call("tunables.update", ["values": ["big": .string("\(writes) \(text)")]])
        }
        #expect(try snapshot() != before)
    }

    @Test func `a large state is the same after a kill, and after a snapshot and another kill`() throws {
        let state = try LargeState(keys: Self.keys)
        let filled = try Self.contents(state.daemon)
        guard case .object(let values)? = filled[1] else {
            Issue.record("the daemon returned no values")
            return
        }
        #expect(values.members.map(\.name) == state.keys)
        try state.daemon.kill()
        let second = try DaemonProcess(in: state.daemon.directory)
        #expect(try Self.contents(second) == filled)
        try Self.writeUntilSnapshot(second)
        let changed = try Self.contents(second)
        try second.kill()
        let third = try DaemonProcess(in: state.daemon.directory)
        #expect(try Self.contents(third) == changed)
        try third.stop()
    }
}
