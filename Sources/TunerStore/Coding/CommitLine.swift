import JSONCore
import StateCore

/// A commit as a line of the journal.
///
/// The line contains the edits. Their effect on effective values is computed again when the line is read.
struct CommitLine: JSONRecord {
    package static let fields = JSONFieldTable<CommitLine>([
        .required("revision", \.revision, "The revision of the commit."),
        .required("time", \.time, "The time, in milliseconds since 1970."),
        .required("client", \.client, "The name of the client."),
        .required("pid", \.pid, "The process ID of the client."),
        .required("uid", \.uid, "The user ID of the client."),
        .required("operation", \.operation, "The method that made the commit."),
        .required("edits", \.edits, "The edits of the stored state."),
    ])

    var revision: Int64 = 0
    var time: Int64 = 0
    var client: String = ""
    var pid: Int64 = 0
    var uid: Int64 = 0
    var operation: String = ""
    var edits: [EditLine] = []

    package init() {}
}

extension CommitLine {
    /// Creates the line for a commit.
    init(_ commit: Commit) {
        self.init()
        revision = commit.revision
        time = commit.time.milliseconds
        client = commit.actor.client
        pid = commit.actor.pid
        uid = Int64(commit.actor.uid)
        operation = commit.operation.name
        edits = commit.edits.map { EditLine($0) }
    }

    var actor: Actor { Actor(client: client, pid: pid, uid: UInt32(clamping: uid)) }

    /// Returns the commit's edits.
    func stored() throws(CodingFault) -> [Edit] {
        try edits.map { (line) throws(CodingFault) in try line.edit() }
    }
}

extension CommitLine {
    func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        CommitLine.begin(revision, to: &writer)
        CommitLine.appendMiddle(time, actor, operation, to: &writer.bytes)
        for edit in edits {
            try edit.write(to: &writer)
        }
        CommitLine.end(&writer, isLine: false)
    }

    /// Begins a line, up to the revision.
    @inline(__always)
    static func begin(_ revision: Int64, to writer: inout JSONWriter) {
        writer.begin(#"{"revision":"#)
        writer.bytes.append(decimal: revision)
    }

    /// Ends a commit after its edits, with a newline if nothing else is in its line.
    @inline(__always)
    static func end(_ writer: inout JSONWriter, isLine: Bool) {
        guard isLine else {
            writer.endArray()
            return writer.endObject()
        }
        writer.bytes.append("]}\n")
        writer.endText()
    }

    /// Appends the members between the revision and the edits.
    static func appendMiddle(_ time: Int64, _ actor: Actor, _ operation: String, to bytes: inout ByteBuffer) {
        bytes.append(#","time":"#)
        bytes.append(decimal: time)
        bytes.append(#","client":"#)
        bytes.append(jsonString: actor.client)
        bytes.append(#","pid":"#)
        bytes.append(decimal: actor.pid)
        bytes.append(#","uid":"#)
        bytes.append(decimal: UInt64(actor.uid))
        bytes.append(#","operation":"#)
        bytes.append(jsonString: operation)
        bytes.append(#","edits":["#)
    }
}
