import ConsoleCore
import JSONCore
import TunerAPI

/// The overrides of flags in a recording.
enum RecordedOverrides {
    /// The change of one override; nil for a flag that has none any more.
    typealias Change = (key: String, override: FlagOverride?)

    /// The number of flags in one request.
    private static let flagsAtOnce: Int64 = 1_000

    /// Requests the overrides of all flags.
    static func all(on connection: DaemonConnection) throws(Failure) -> [String: FlagOverride] {
        var parameters = ListFlagsParameters()
        parameters.limit = flagsAtOnce
        var overrides: [String: FlagOverride] = [:]
        while true {
            let page = try connection.call(API.Flags.list, parameters).result
            for flag in page.flags { overrides[flag.key] = FlagOverride(flag.override?.variant, flag.override?.value) }
            guard page.more == true, let last = page.flags.last else { return overrides }
            parameters.after = last.key
        }
    }

    /// Returns the changes from some overrides to others, sorted by key.
    static func changes(from old: [String: FlagOverride], to new: [String: FlagOverride]) -> [Change] {
        Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }.map { ($0, new[$0]) }
    }

    /// Reads the changes of overrides in a line; nil if they are malformed.
    static func changes(_ list: [JSON]) -> [Change]? {
        var changes: [Change] = []
        for entry in list {
            guard let key = entry["key"]?.text else { return nil }
            changes.append((key, FlagOverride(entry["variant"]?.text, entry["value"])))
        }
        return changes
    }

    /// The changes as the elements of a line.
    static func json(_ changes: [Change]) -> JSON {
        .array(
            changes.map { change in
                var members: JSONObject = ["key": .string(change.key)]
                if let (name, value) = change.override?.member { members[name] = value }
                return .object(members)
            }
        )
    }
}
