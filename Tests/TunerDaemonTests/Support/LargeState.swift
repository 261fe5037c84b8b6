import JSONCore
import RPCCore

/// A daemon with more values than fit into one turn of the event loop.
struct LargeState {
    let daemon: DaemonProcess
    let keys: [String]

    /// Creates `count` keys, each with a value of `bytes` bytes.
    init(keys count: Int, bytes: Int = 40) throws {
        daemon = try DaemonProcess()
        keys = (0..<count).map { "app.part\($0 % 7).k\(1_000_000 + $0)" }.sorted()
        let client = try daemon.client()
        let value = JSON.string(String(repeating: "v", count: bytes))
        for start in stride(from: 0, to: count, by: LargeState.keysPerUpdate) {
            var values = JSONObject()
            for key in keys[start..<min(count, start + LargeState.keysPerUpdate)] { values[key] = value }
            try client.call("tunables.update", ["values": .object(values)])
        }
    }

    /// A small number, so that even a busy machine handles each update within the time limit.
    private static let keysPerUpdate = 2_000
}
