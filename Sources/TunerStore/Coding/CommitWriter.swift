package import JSONCore
package import StateCore
import TunableEngine

/// Writes the lines of commits as they come, one behind the other.
///
/// A line says who made the commit, when and how, unless the line before it says just that. For what is stored most, values
/// that were set, no record is made: that would take some thousands of instructions more.
package struct CommitWriter: ~Copyable {
    /// The lines so far, each with its newline.
    package private(set) var lines = JSONWriter()
    /// What the last line's revision is, where there is a line.
    private var revision: Int64?
    /// A commit that was made like the last one.
    private var like: Commit?
    /// What its line says between its revision and its edits.
    private var middle = ByteBuffer()

    /// Begins without any.
    package init() {}

    /// Adds a commit's line.
    package mutating func append(_ commit: Commit) {
        let isLike = like.map { commit.isMadeLike($0) } ?? false
        if isLike, let revision, commit.revision == revision + 1 {
            lines.begin(#"{"edits":["#)
        } else {
            if !isLike {
                like = commit
                writeMiddle(commit)
            }
            lines.begin(#"{"revision":"#)
            lines.bytes.append(decimal: commit.revision)
            lines.bytes.append(contentsOf: middle)
        }
        revision = commit.revision
        do {
            if commit.isPlain {
                try commit.withPlainSet { (plain) throws(JSONNotFinite) in
                    try lines.bytes.append(setting: plain.key, to: plain.value)
                    lines.bytes.append("}")
                }
            } else {
                try append(commit.edits)
            }
        } catch {
            preconditionFailure("what is stored was read from JSON, and is finite")
        }
        lines.bytes.append("]}\n")
        lines.endText()
    }

    /// Adds the line of soft state.
    package mutating func append(_ softState: SoftState) {
        StateLines.append(softState, to: &lines)
    }

    /// Begins anew: what is written now is read by itself.
    package mutating func removeAll() {
        lines.bytes.removeAll()
        revision = nil
    }

    private mutating func append(_ edits: [Edit]) throws(JSONNotFinite) {
        for (number, edit) in edits.enumerated() {
            if number > 0 {
                lines.bytes.append(",")
            }
            if case .local(let key, let local?) = edit {
                try lines.bytes.append(setting: key, to: local.value)
                try lines.bytes.append(local.override)
                lines.bytes.append("}")
            } else {
                try EditLine(edit).write(to: &lines)
                lines.endText()
            }
        }
    }

    private mutating func writeMiddle(_ commit: Commit) {
        middle.removeAll()
        middle.append(#","time":"#)
        middle.append(decimal: commit.time.milliseconds)
        middle.append(#","client":"#)
        middle.append(jsonString: commit.actor.client)
        middle.append(#","pid":"#)
        middle.append(decimal: commit.actor.pid)
        middle.append(#","uid":"#)
        middle.append(decimal: UInt64(commit.actor.uid))
        middle.append(#","operation":"#)
        middle.append(jsonString: commit.operation.name)
        middle.append(#","edits":["#)
    }
}

extension ByteBuffer {
    /// Begins an `EditLine` of a local value.
    fileprivate mutating func append(setting key: Key, to value: JSON) throws(JSONNotFinite) {
        append(#"{"set":"#)
        append(jsonString: key.text)
        append(#","value":"#)
        try append(json: value)
    }

    /// Goes on with what ends the value.
    fileprivate mutating func append(_ override: LocalValue.Override?) throws(JSONNotFinite) {
        guard let override else { return }
        append(#","end":"#)
        append(decimal: override.end.milliseconds)
        guard let before = override.before else { return }
        append(#","before":"#)
        try append(json: before)
    }
}
