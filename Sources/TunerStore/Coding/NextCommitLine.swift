import JSONCore
import StateCore

/// A commit with the next revision and with time, actor and operation of the commit before it.
///
/// Only the edits differ, so the line contains nothing else.
struct NextCommitLine: JSONRecord {
    package static let fields = JSONFieldTable<NextCommitLine>([
        .required("edits", \.edits, "The edits of the stored state.")
    ])

    var edits: [EditLine] = []

    package init() {}

    /// Begins a line, up to the edits; it ends as a ``CommitLine`` does.
    @inline(__always)
    static func begin(_ writer: inout JSONWriter) { writer.begin(#"{"edits":["#) }

    /// Returns the commit's edits.
    func stored() throws(CodingFault) -> [Edit] {
        try edits.map { (line) throws(CodingFault) in try line.edit() }
    }
}
