import JSONCore

/// A payload with all keys in one object, as services for remote configuration of phones send it.
///
/// - `kill_switch` is the kill switch of the layer, a boolean or its word.
/// - `meta_config_version` is the version, and `meta_ttl_seconds` the ttl. Other members that begin with `meta_` are left
///   out.
/// - Each other member is a value. A string that holds a JSON array is a list: such services have no lists.
enum FlatPayload {
    static func members(of object: JSONObject) throws(LayerPayload.Fault) -> JSONObject {
        var members = JSONObject()
        var values = JSONObject()
        for member in object.members {
            switch member.name {
            case "kill_switch": members["killSwitch"] = .boolean(try boolean(member.value))
            case "meta_config_version":
                guard case .string(let version) = member.value, !version.isEmpty else {
                    throw LayerPayload.Fault("meta_config_version must be a string that is not empty")
                }
                members["version"] = .string(version)
            case "meta_ttl_seconds": members["ttl"] = .integer(try seconds(member.value))
            case _ where member.name.hasPrefix("meta_"): break
            default: values[member.name] = list(member.value) ?? member.value
            }
        }
        members["values"] = .object(values)
        return members
    }

    private static func boolean(_ value: JSON) throws(LayerPayload.Fault) -> Bool {
        switch value {
        case .boolean(let isOn): return isOn
        case .string("true"): return true
        case .string("false"): return false
        default: throw LayerPayload.Fault("kill_switch must be true or false")
        }
    }

    private static func seconds(_ value: JSON) throws(LayerPayload.Fault) -> Int64 {
        let number: Int64? =
            switch value {
            case .integer(let number): number
            case .string(let text): Int64(text)
            default: nil
            }
        guard let number, number > 0 else {
            throw LayerPayload.Fault("meta_ttl_seconds must be a whole number above 0")
        }
        return number
    }

    /// Returns the list that a string holds; nil for every other value.
    private static func list(_ value: JSON) -> JSON? {
        guard case .string(let text) = value, text.first == "[", case .array(let elements)? = try? JSON.parse(text)
        else {
            return nil
        }
        return .array(elements)
    }
}
