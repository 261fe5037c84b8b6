import ClientCore
import EditorServer
import JSONCore
import RPCCore

/// A daemon with the same values in each call.
final class FixedDaemon: DaemonCalls {
    private static let values: JSONObject = [
        "ui.radius": 18, "ui.name": "ba\"sil ä", "ui.tint": "#0080ff", "ui.list": [1, 2.5, "x"], "ui.on": true,
    ]

    func call(_ method: String, _ parameters: any JSONWritable, _ handle: @escaping ResponseHandler) {
        var writer = JSONWriter()
        try? parameters.write(to: &writer)
        let request = (try? JSON.parse(String(decoding: [UInt8](writer.takeBytes()), as: UTF8.self))) ?? .null
        let response = FixedDaemon.response(to: method, request)
        let text = Array(((try? response?.written()) ?? "null").utf8)
        guard response != nil, let range = try? JSON.check(text.span) else {
            return handle(.failure(.refused(FixedDaemon.unknownKey)), text.span)
        }
        handle(.success(range), text.span)
    }

    private static let unknownKey = RemoteError(code: -32_001, message: "unknown", data: ["kind": "unknownKey"])

    private static func response(to method: String, _ request: JSON) -> JSON? {
        switch method {
        case "tunables.subscribe":
            return [
                "subscription": "t", "epoch": "e", "revision": 1, "resumed": false, "values": .object(values),
            ]
        case "tunables.describe":
            guard case .string(let key)? = request["key"], let value = values[key] else { return nil }
            return ["key": .string(key), "value": value, "origin": "local", "revision": 1, "layers": []]
        case "tunables.list": return ["revision": 1, "tunables": []]
        case "tunables.history": return ["commits": []]
        case "flags.subscribe": return ["subscription": "f", "epoch": "e", "revision": 1, "flags": []]
        case "flags.list": return ["revision": 1, "flags": []]
        case "server.subscribe": return nil
        default: return true
        }
    }
}
