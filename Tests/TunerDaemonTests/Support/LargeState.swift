import JSONCore
import RPCCore

/// A daemon with more values than it answers at once.
struct LargeState {
    let daemon: DaemonProcess
    let keys: [String]

    /// So many keys, each with a value of so many bytes.
    init(keys count: Int, bytes: Int = 40) throws {
        daemon = try DaemonProcess()
        keys = (0..<count).map { "app.part\($0 % 7).k\(1_000_000 + $0)" }.sorted()
        let client = try daemon.client()
        let value = JSON.string(String(repeating: "v", count: bytes))
        for start in stride(from: 0, to: count, by: LargeState.keysPerUpdate) {
            var values = JSONObject()
            for key in keys[start..<min(count, start + LargeState.keysPerUpdate)] { values[key] = value }
            try client.ask("tunables.update", ["values": .object(values)])
        }
    }

    /// So few that a busy machine does them in time.
    private static let keysPerUpdate = 2_000
}
