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

    /// Overrides a flag.
    func set(_ key: String, on connection: DaemonConnection) throws(Failure) {
        let member: (name: String, value: JSON) =
            switch self {
            case .variant(let name): ("variant", .string(name))
            case .value(let value): ("value", value)
            }
        _ = try connection.call(plainly: API.Flags.set, .object(["key": .string(key), member.name: member.value]))
    }
}
