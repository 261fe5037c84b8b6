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
                middle.removeAll()
                CommitLine.appendMiddle(commit.time.milliseconds, commit.actor, commit.operation.name, to: &middle)
            }
            lines.begin(#"{"revision":"#)
            lines.bytes.append(decimal: commit.revision)
            lines.bytes.append(contentsOf: middle)
        }
        revision = commit.revision
        do {
            if commit.isPlain {
                try commit.withPlainSet { (plain) throws(JSONNotFinite) in
                    try EditLine.write(set: plain.key.text, plain.value, end: nil, before: nil, to: &lines)
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
        for edit in edits {
            if case .local(let key, let local?) = edit {
                let (end, before) = (local.override?.end.milliseconds, local.override?.before)
                try EditLine.write(set: key.text, local.value, end: end, before: before, to: &lines)
            } else {
                try EditLine(edit).write(to: &lines)
            }
        }
    }
}
