package import JSONCore

extension FleetKeys {
    /// Returns the body of a transaction that counts the reports about a rollout; nil is no stage before.
    package func countRequest(layer: String, rollout: String, before stage: Int?) -> JSONObject {
        var prefixes = [reports(layer: layer, rollout: rollout, state: .reverted)]
        if let stage {
            prefixes += FleetReport.State.allCases.map {
                reports(layer: layer, rollout: rollout, state: $0, stage: stage)
            }
        }
        return FleetKeys.countRequest(prefixes)
    }

    /// Returns the body of a transaction that counts the keys below each prefix.
    package static func countRequest(_ prefixes: [String]) -> JSONObject {
        let ranges: [JSON] = prefixes.map { prefix in
            var range = FleetKeys.range(prefix)
            range["count_only"] = true
            return .object(["request_range": .object(range)])
        }
        return ["success": .array(ranges)]
    }

    /// Reads the counts of a response; nil if it does not have one for each prefix.
    package static func counts(_ response: JSONObject, of prefixes: Int) -> [Int64]? {
        let ranges = response.etcdObjects("responses").compactMap { $0.etcdObject("response_range") }
        return ranges.count == prefixes ? ranges.map { $0.etcdNumber("count") } : nil
    }

    /// Returns the members of a range: all keys below a prefix, or those that follow a key.
    static func range(_ prefix: String, after key: String? = nil) -> JSONObject {
        // A prefix ends with a slash, and 0 is the next byte.
        let end = Array(prefix.utf8.dropLast()) + [UInt8(ascii: "0")]
        let start = key.map { Array($0.utf8) + [0] } ?? Array(prefix.utf8)
        return ["key": .string(Base64.text(start)), "range_end": .string(Base64.text(end))]
    }
}

extension FleetCounts {
    /// Reads the response to ``FleetKeys/countRequest(layer:rollout:before:)``; nil if it is not one.
    package init?(_ response: JSONObject, before stage: Int?) {
        let states = stage == nil ? [] : FleetReport.State.allCases
        guard let counts = FleetKeys.counts(response, of: 1 + states.count) else { return nil }
        self.init(reverted: counts[0], entered: counts.dropFirst().reduce(0, +))
        applied = zip(states, counts.dropFirst()).first { $0.0 == .applied }?.1 ?? 0
    }
}
