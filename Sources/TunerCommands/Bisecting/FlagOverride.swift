import JSONCore
import TunerAPI

/// The override of a flag: a variant, or a value that no variant has.
enum FlagOverride: Equatable {
    case variant(String)
    case value(JSON)

    /// Creates the override of a record; nil for none.
    init?(_ variant: String?, _ value: JSON?) {
        if let variant {
            self = .variant(variant)
        } else if let value {
            self = .value(value)
        } else {
            return nil
        }
    }

    /// The override as a member of JSON: a parameter of the method that sets it.
    var member: (name: String, value: JSON) {
        switch self {
        case .variant(let name): ("variant", .string(name))
        case .value(let value): ("value", value)
        }
    }

    /// Overrides a flag.
    func set(_ key: String, on connection: DaemonConnection) throws(Failure) {
        _ = try connection.call(plainly: API.Flags.set, .object(["key": .string(key), member.name: member.value]))
    }
}
