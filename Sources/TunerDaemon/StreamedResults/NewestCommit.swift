import JSONCore
import StateCore
import TunerAPI

/// The newest commit, or `null` where there is none: a record is made of it when it is written, and not while it waits for that.
struct NewestCommit: JSONWritable {
    let commit: Commit?

    func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        try LastResult(commit.map { CommitRecord($0) }).write(to: &writer)
    }
}
