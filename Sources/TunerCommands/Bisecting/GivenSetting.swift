import ConsoleCore
import JSONCore
import TunerAPI

/// A setting as on a command line: the present values, a revision, or a file.
enum GivenSetting: Equatable {
    case present
    case revision(PastRevision)
    case file(String)

    /// Reads a word; one that is no revision is the name of a file.
    init(_ word: String) {
        self = PastRevision(word).map { .revision($0) } ?? .file(word)
    }
}

/// Reads the two settings of a search for keys.
final class GivenSettingReader {
    private let connection: DaemonConnection
    private let note: (String) -> Void
    private let history: CommitHistory
    /// The present values by key.
    let present: [String: JSON]
    /// The secret keys, whose values are not printed.
    let secrets: Set<String>

    init(_ connection: DaemonConnection, note: @escaping (String) -> Void) throws(Failure) {
        (self.connection, self.note) = (connection, note)
        history = try CommitHistory(connection)
        let result = try connection.call(API.Tunables.getAll).result
        secrets = connection.reveals ? [] : Set(result.secrets ?? [])
        present = Dictionary(result.values.entries.map { ($0.name, $0.value) }) { $1 }
    }

    /// Returns a setting, without the values that the daemon refuses now: no run could have them.
    func setting(_ given: GivenSetting) throws(Failure) -> KeySetting {
        var setting: KeySetting
        switch given {
        case .present: return KeySetting()
        case .revision(let word):
            let revision = try Failure.history { () throws(HistoryFault) in try history.revision(word) }
            setting = KeySetting(PastSetting(reversing: history.commits(after: revision)))
        case .file(let name):
            setting = try self.setting(ExportedParts(try InputFile(name, for: "bisect").object).values)
        }
        for (key, reason) in try connection.refusals(of: JSONObject(setting.values.map { ($0.key, $0.value) })) {
            setting.values[key] = nil
            note("\(key.shownWhole) keeps its present value: \(reason.shownWhole)")
        }
        return setting
    }

    /// Returns the setting of a file, in which a name without a tunable can be that of a flag.
    private func setting(_ values: JSONObject) throws(Failure) -> KeySetting {
        var setting = KeySetting()
        for member in values.members {
            if present[member.name] == nil, try connection.isFlag(member.name) {
                setting.overrides[member.name] = try override(member.name, member.value)
            } else {
                setting.values[member.name] = member.value
            }
        }
        return setting
    }

    /// Returns the override that a value in a file means: the variant with this name, or else the value.
    private func override(_ flag: String, _ value: JSON) throws(Failure) -> FlagOverride {
        guard let name = value.text, connection.variants(ofFlag: flag)?[name] != nil else { return .value(value) }
        return .variant(name)
    }
}

@available(*, unavailable)
extension GivenSettingReader: Sendable {}
