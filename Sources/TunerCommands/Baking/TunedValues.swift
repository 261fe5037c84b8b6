import ConsoleCore
import JSONCore
import TunerAPI

/// The values to write into sources, by key.
struct TunedValues {
    /// A value, or why it is not written.
    enum Entry {
        case value(JSON)
        case unusable(String)
    }

    /// The number of keys in one request.
    private static let batch = 64

    private var entries: [String: Entry] = [:]

    subscript(key: String) -> Entry? { entries[key] }

    /// Reads the values of keys from the daemon; a key with its default is not tuned, and has no entry.
    init(of keys: some Collection<String>, from connection: DaemonConnection) throws(Failure) {
        var rest = keys.sorted()[...]
        while !rest.isEmpty {
            var parameters = ListParameters()
            parameters.match = PatternList(Array(rest.prefix(TunedValues.batch)))
            rest = rest.dropFirst(TunedValues.batch)
            for tunable in try connection.call(API.Tunables.list, parameters).result.tunables {
                entries[tunable.key] = TunedValues.entry(of: tunable)
            }
        }
    }

    /// Reads the values from a file, in the form that `export` prints, or of keys and values.
    init(_ file: InputFile) {
        let parts = ExportedParts(file.object)
        for member in parts.values.members {
            let isSecret = parts.specs[member.name]?["x-secret"] == true
            entries[member.name] = isSecret ? .unusable("its value is secret") : .value(member.value)
        }
    }

    /// Whether there is a value for one of some keys.
    func has(oneOf keys: Set<String>) -> Bool { keys.contains { entries[$0] != nil } }

    var isEmpty: Bool { entries.isEmpty }

    private static func entry(of tunable: ListedTunable) -> Entry? {
        guard OriginWord.isTuned(tunable.origin) else { return nil }
        if tunable.isSecret == true { return .unusable("its value is secret") }
        if let end = tunable.end { return .unusable("its value is temporary, until \(end)") }
        return tunable.value.map { .value($0) }
    }
}
