import JSONCore
import StateCore

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
