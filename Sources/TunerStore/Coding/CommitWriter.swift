package import JSONCore
package import StateCore
import TunableEngine

/// A buffer of journal lines, one for each appended commit.
///
/// A line omits revision, time, actor and operation if they follow from the line before it. Commits that set one value
/// are the most frequent. They are written without a ``CommitLine``, which would take some thousands of instructions
/// more.
package struct CommitWriter: ~Copyable {
    /// The lines so far, each with its newline.
    package private(set) var lines = JSONWriter()
    /// The revision of the last line; nil if the next line must be complete.
    private var revision: Int64?
    /// The last commit that was written with time, actor and operation.
    private var like: Commit?
    /// The text between the revision and the edits of that commit's line.
    private var middle = ByteBuffer()

    package init() {}

    /// Appends a commit's line.
    package mutating func append(_ commit: Commit) {
        let isLike = like.map { commit.isMadeLike($0) } ?? false
        if isLike, let revision, commit.revision == revision + 1 {
            NextCommitLine.begin(&lines)
        } else {
            if !isLike {
                like = commit
                middle.removeAll()
                CommitLine.appendMiddle(commit.time.milliseconds, commit.actor, commit.operation.name, to: &middle)
            }
            CommitLine.begin(commit.revision, to: &lines)
            lines.bytes.append(contentsOf: middle)
        }
        revision = commit.revision
        do {
            if commit.isPlain {
                try commit.withPlainSet { (plain) throws(JSONNotFinite) in
                    try EditLine.write(set: plain.key.text, plain.value, end: nil, before: nil, tryID: nil, to: &lines)
                }
            } else {
                for edit in commit.edits {
                    try EditLine.write(edit, to: &lines)
                }
            }
        } catch {
            preconditionFailure("what is stored was read from JSON, and is finite")
        }
        CommitLine.end(&lines, isLine: true)
    }

    /// Appends the line of soft state.
    package mutating func append(_ softState: SoftState) {
        StateLines.append(softState, to: &lines)
    }

    /// Removes all lines; the next line is complete, since it may begin another batch.
    package mutating func removeAll() {
        lines.bytes.removeAll()
        revision = nil
    }
}
