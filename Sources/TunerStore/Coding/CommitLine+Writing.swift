import JSONCore
import StateCore

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
