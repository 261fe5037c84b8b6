import JSONCore
import SyncEngine
import SystemCore

/// A change of a layer by a person, as etcd keeps it.
struct FleetHistoryEntry: Equatable {
    let action: String
    let time: String
    /// The user and the host.
    let person: String
    let version: String?
    let rollout: String?
    let stage: Int64?

    init(_ action: String, at time: WallTime, _ document: RolloutDocument) {
        self.action = action
        self.time = time.rfc3339
        let user = Kernel.environmentPath("SUDO_USER") ?? Kernel.environmentPath("USER") ?? "uid \(Kernel.userID)"
        person = "\(user)@\(Kernel.systemNames.host)"
        version = document.version
        rollout = document.rollout?.id
        stage = action == "approve" ? document.rollout?.approval.map { Int64($0.stage) } : nil
    }

    /// Reads the value of a key; nil if it is not an entry.
    init?(_ value: [UInt8]) {
        guard case .object(let object)? = try? JSON.parse(value.span), let action = object.etcdText("action"),
            let time = object.etcdText("time")
        else { return nil }
        (self.action, self.time) = (action, time)
        person = object.etcdText("by") ?? ""
        (version, rollout) = (object.etcdText("version"), object.etcdText("rollout"))
        stage = object["stage"] == nil ? nil : object.etcdNumber("stage")
    }

    /// The prefix of the keys of a layer.
    static func prefix(_ layer: String, _ keys: FleetKeys) -> String { "\(keys.prefix)history/\(layer)/" }

    /// Returns the key of an entry; the keys sort by time, because each change of the layer has a greater revision.
    static func key(_ layer: String, after revision: Int64, _ keys: FleetKeys) -> String {
        let digits = "\(revision)"
        return prefix(layer, keys) + String(repeating: "0", count: max(19 - digits.count, 0)) + digits
    }

    var json: JSONObject {
        var object: JSONObject = ["action": .string(action), "time": .string(time), "by": .string(person)]
        object["version"] = version.map { .string($0) }
        object["rollout"] = rollout.map { .string($0) }
        object["stage"] = stage.map { .integer($0) }
        return object
    }

    var text: [UInt8] { Array(((try? JSON.object(json).written()) ?? "{}").utf8) }

    /// The change as a sentence for people.
    var sentence: String {
        let name = rollout.map { "the rollout \($0)" } ?? "the layer"
        return switch action {
        case "put":
            "\(rollout == nil ? "the layer is written" : "\(name) begins")\(version.map { ", version \($0)" } ?? "")"
        case "approve": "stage \(stage ?? 0) of \(name) is approved"
        case "pause": "\(name) is paused"
        case "resume": "\(name) continues"
        case "abort": "\(name) is aborted, and each machine returns to the layer that it had before"
        default: action
        }
    }
}
