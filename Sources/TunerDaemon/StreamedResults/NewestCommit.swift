import JSONCore
import StateCore
import TunerAPI

/// The newest commit, or `null` if there is none.
///
/// The record of the commit is created only when it is written, so that waiting responses use less memory.
struct NewestCommit: JSONWritable {
    let commit: Commit?
    let filter: SecretFilter

    func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        try LastResult(commit.map { CommitRecord($0, filter) }).write(to: &writer)
    }
}
