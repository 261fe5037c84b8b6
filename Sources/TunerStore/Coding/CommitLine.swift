import JSONCore
import StateCore

/// A commit as one line of the journal: what it stores, from which the rest follows.
struct CommitLine: JSONRecord {
    package static let fields = JSONFieldTable<CommitLine>([
        .required("revision", \.revision, "The revision that it made."),
        .required("time", \.time, "When, in milliseconds since 1970."),
        .required("client", \.client, "Who made it."),
        .required("pid", \.pid, "Its process."),
        .required("uid", \.uid, "Its user."),
        .required("operation", \.operation, "The method."),
        .required("edits", \.edits, "What is stored since."),
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
    /// The commit as it is written down.
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

    /// Who made the commit.
    var actor: Actor { Actor(client: client, pid: pid, uid: UInt32(clamping: uid)) }

    /// What the commit that was written down stores.
    func stored() throws(CodingFault) -> [Edit] {
        try edits.map { (line) throws(CodingFault) in try line.edit() }
    }
}

extension CommitLine {
    func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        writer.begin(#"{"revision":"#)
        writer.bytes.append(decimal: revision)
        CommitLine.appendMiddle(time, actor, operation, to: &writer.bytes)
        for edit in edits {
            try edit.write(to: &writer)
        }
        writer.endArray()
        writer.endObject()
    }

    /// Appends what a line says between its revision and its edits.
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
