import ClientCore
import JSONCore

@testable import EditorServer

extension FakeCalls {
    /// Responds like a daemon with these tunables, each with members of the result of `tunables.describe`, and flags.
    ///
    /// `others` responds to other calls.
    func serve(
        _ tunables: [String: JSONObject],
        flags: [String: JSONObject] = [:],
        others: @escaping (String, JSON) -> Result<JSON, CallFailure>? = { _, _ in .success(true) }
    ) {
        respond = { method, parameters in
            switch method {
            case "tunables.subscribe": .success(FakeCalls.subscription(tunables))
            case "flags.subscribe": .success(FakeCalls.subscription(ofFlags: flags))
            case "server.subscribe": nil
            case "tunables.describe": FakeCalls.description(of: parameters["key"], tunables)
            default: others(method, parameters)
            }
        }
    }

    private static func subscription(_ tunables: [String: JSONObject]) -> JSON {
        let values = JSONObject(
            tunables.sorted { $0.key < $1.key }.compactMap { key, tunable in
                tunable["value"].map { (key, $0) }
            }
        )
        let secrets = tunables.filter { $0.value["secret"] == true }.keys.sorted().map { JSON.string($0) }
        return [
            "subscription": "t1", "epoch": "e", "revision": 1, "resumed": false, "values": .object(values),
            "secrets": .array(secrets),
        ]
    }

    private static func subscription(ofFlags flags: [String: JSONObject]) -> JSON {
        let list = flags.sorted { $0.key < $1.key }.map { key, flag in
            JSON.object(
                JSONObject([("key", .string(key)), ("reason", "STATIC")] + flag.members.map { ($0.name, $0.value) })
            )
        }
        return ["subscription": "f1", "epoch": "e", "revision": 1, "flags": .array(list)]
    }

    private static func description(
        of key: JSON?,
        _ tunables: [String: JSONObject]
    ) -> Result<JSON, CallFailure> {
        guard case .string(let key)? = key, let tunable = tunables[key] else {
            let nearest: String? = key.flatMap { if case .string(let text) = $0 { text } else { nil } }
                .flatMap { NearestName.nearest(to: $0, among: tunables.keys.sorted()) }
            return .failure(.unknownKey("there is no such key", nearest: nearest))
        }
        var description: JSONObject = [
            "key": .string(key), "origin": "local", "revision": 1, "layers": [],
        ]
        for member in tunable.members { description[member.name] = member.value }
        return .success(.object(description))
    }
}
