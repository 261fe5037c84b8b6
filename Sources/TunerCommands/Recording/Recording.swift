import ConsoleCore
import JSONCore
import TunerAPI

/// A session of changes in a file: a line with the start, and a line for each commit.
struct Recording: Equatable {
    /// The version of the format.
    static let version: Int64 = 1

    /// The first line.
    struct Start: Equatable {
        var time = ""
        var epoch = ""
        var revision: Int64 = 0
        /// The values at the start.
        var values = JSONObject()
        /// The overrides of flags at the start.
        var overrides: [String: FlagOverride] = [:]
    }

    /// A later line.
    struct Commit: Equatable {
        /// The time since the start, in seconds.
        var after = 0.0
        var revision: Int64 = 0
        /// The new values by key; nil for a key that has none any more.
        var changes: [(key: String, value: JSON?)] = []
        /// The new overrides of flags.
        var overrides: [RecordedOverrides.Change] = []
        /// Whether the line has the changes of several commits, as far as they are known.
        var isMerged = false
        /// The number of the line.
        var line = 0

        static func == (left: Commit, right: Commit) -> Bool {
            left.after == right.after && left.revision == right.revision && left.isMerged == right.isMerged
                && left.line == right.line && left.changes.elementsEqual(right.changes) { $0 == $1 }
                && left.overrides.elementsEqual(right.overrides) { $0 == $1 }
        }
    }

    let start: Start
    let commits: [Commit]
    /// Whether the last line is incomplete, because the recorder was killed while it wrote the line.
    let isCut: Bool

    /// Reads a file.
    init(_ text: [UInt8]) throws(RecordingFault) {
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // A whole file ends with the end of a line.
        let rest = lines.popLast() ?? []
        isCut = !rest.isEmpty
        guard let first = lines.first.flatMap(Recording.object) else { throw .noRecording }
        start = try Start(first)
        var commits: [Commit] = []
        for (index, line) in lines.enumerated().dropFirst() {
            guard let commit = Recording.object(line).flatMap({ Commit($0, line: index + 1) }) else {
                throw .noCommit(line: index + 1)
            }
            commits.append(commit)
        }
        self.commits = commits
    }

    private static func object(_ line: ArraySlice<UInt8>) -> JSONObject? {
        (try? JSON.parse(String(decoding: line, as: UTF8.self)))?.object
    }
}

extension Recording.Start {
    private static let kind = "tuner recording"

    /// Reads the first line.
    fileprivate init(_ object: JSONObject) throws(RecordingFault) {
        guard object["format"]?.text == Recording.Start.kind, case .integer(let version)? = object["version"] else {
            throw .noRecording
        }
        guard version == Recording.version else { throw .otherVersion(version) }
        guard let time = object["time"]?.text, let epoch = object["epoch"]?.text,
            case .integer(let revision)? = object["revision"], let values = object["values"]?.object,
            let overrides = RecordedOverrides.changes(object["flags"]?.elements ?? [])
        else { throw .noRecording }
        (self.time, self.epoch, self.revision, self.values) = (time, epoch, revision, values)
        self.overrides = Dictionary(overrides.map { ($0.key, $0.override) }) { $1 }.compactMapValues { $0 }
    }

    var json: JSON {
        var members: JSONObject = [
            "format": .string(Recording.Start.kind),
            "version": .integer(Recording.version),
            "time": .string(time),
            "epoch": .string(epoch),
            "revision": .integer(revision),
            "values": .object(values),
        ]
        if !overrides.isEmpty {
            members["flags"] = RecordedOverrides.json(RecordedOverrides.changes(from: [:], to: overrides))
        }
        return .object(members)
    }
}

extension Recording.Commit {
    /// The longest time that a recording may have, in seconds.
    private static let longest = 1e9

    /// Reads a later line.
    fileprivate init?(_ object: JSONObject, line: Int) {
        guard let after = object["after"]?.number, (0...Recording.Commit.longest).contains(after),
            case .integer(let revision)? = object["revision"], case .array(let changes)? = object["changes"],
            let overrides = RecordedOverrides.changes(object["flags"]?.elements ?? [])
        else { return nil }
        self.overrides = overrides
        (self.after, self.revision, self.line) = (after, revision, line)
        isMerged = object["merged"] == true
        for change in changes {
            guard let key = change["key"]?.text else { return nil }
            self.changes.append((key, change["value"]))
        }
    }

    var json: JSON {
        let changes = changes.map { change in
            var members: JSONObject = ["key": .string(change.key)]
            members["value"] = change.value
            return JSON.object(members)
        }
        var members: JSONObject = ["after": .double(after), "revision": .integer(revision), "changes": .array(changes)]
        if !overrides.isEmpty { members["flags"] = RecordedOverrides.json(overrides) }
        if isMerged { members["merged"] = true }
        return .object(members)
    }
}

extension JSON {
    fileprivate var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
