package import JSONCore
import SystemCore

/// The value of the key of a machine: its labels, its versions, and its last report about each layer.
package struct FleetMachine: Sendable, Equatable {
    package var labels: JSONObject
    /// The version of each layer's last known good content; a layer without a version is left out.
    package var versions: JSONObject
    /// The reports in the order of the layers.
    package var reports: [FleetReport]

    package init(labels: JSONObject, versions: JSONObject = JSONObject(), reports: [FleetReport]) {
        (self.labels, self.versions, self.reports) = (labels, versions, reports)
    }

    /// Reads a value; nil if it is not JSON.
    ///
    /// A report that cannot be read is left out.
    package init?(_ value: [UInt8]) {
        guard case .object(let object)? = try? JSON.parse(value.span) else { return nil }
        labels = object.etcdObject("labels") ?? JSONObject()
        versions = object.etcdObject("versions") ?? JSONObject()
        reports = (object.etcdObject("layers")?.members ?? []).compactMap { FleetReport($0.value, layer: $0.name) }
    }

    /// The value as text.
    package var text: String {
        var layers = JSONObject()
        for report in reports { layers[report.layer] = .object(report.members) }
        return FleetMachine.text([
            "labels": .object(labels), "versions": .object(versions), "layers": .object(layers),
        ])
    }

    static func text(_ object: JSONObject) -> String {
        // Only a number that is not finite cannot be written, and JSON has none.
        (try? JSON.object(object).written()) ?? "{}"
    }
}

extension FleetReport {
    /// The value of the report's own key: its other facts are in the name of the key.
    package var text: String {
        var object = JSONObject()
        object["version"] = version.map { .string($0) }
        object["time"] = .string(WallTime(milliseconds: time).rfc3339)
        object["reason"] = reason.map { .string($0) }
        return FleetMachine.text(object)
    }

    fileprivate var members: JSONObject {
        var object: JSONObject = [
            "rollout": .string(rollout), "stage": .integer(Int64(stage)), "state": .string(state.rawValue),
        ]
        object["version"] = version.map { .string($0) }
        object["time"] = .string(WallTime(milliseconds: time).rfc3339)
        object["reason"] = reason.map { .string($0) }
        return object
    }

    /// Reads the report about a layer in the value of a machine; nil if it is not one.
    fileprivate init?(_ value: JSON, layer: String) {
        guard case .object(let object) = value, let rollout = object.etcdText("rollout"),
            let state = object.etcdText("state").flatMap({ State(rawValue: $0) })
        else { return nil }
        self.init(
            layer: layer,
            rollout: rollout,
            stage: Int(clamping: object.etcdNumber("stage")),
            state: state,
            version: object.etcdText("version"),
            time: object.etcdText("time").flatMap { WallTime(rfc3339: $0) }?.milliseconds ?? 0,
            reason: object.etcdText("reason")
        )
    }
}
