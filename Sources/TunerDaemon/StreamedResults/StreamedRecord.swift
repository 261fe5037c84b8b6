import JSONCore
import RPCCore

/// A record with members that may be too long for one turn, and the position of the writing.
struct StreamedRecord<Record: JSONRecord>: StreamedResult {
    /// The record with the short members.
    private var record: Record
    /// The long members, by their index in the record's declaration.
    private var long: [Int: any StreamedMember]
    /// The member that is true if there is another page.
    private let more: WritableKeyPath<Record, Bool?>?
    /// The member that is true if the time alone may change the result.
    private let readsTime: WritableKeyPath<Record, Bool?>?
    /// The index of the next member, or of the member that is being written.
    private var next = 0
    private var isInsideMember = false

    /// Creates a streamed record; the long members replace the record's own members of the same names.
    init(
        _ record: Record,
        long members: KeyValuePairs<String, any StreamedMember>,
        more: WritableKeyPath<Record, Bool?>? = nil,
        readsTime: WritableKeyPath<Record, Bool?>? = nil
    ) {
        self.record = record
        self.more = more
        self.readsTime = readsTime
        long = [:]
        let declared = Record.fields.table.members
        for (name, member) in members {
            guard let index = declared.firstIndex(where: { $0.name.description == name }) else {
                preconditionFailure("\(Record.self) declares no \(name)")
            }
            long[index] = member
        }
    }

    mutating func writePiece(to writer: inout JSONWriter) throws(JSONNotFinite) -> Bool {
        var budget = ChunkBudget(in: writer)
        let members = Record.fields.table.members
        if next == 0, !isInsideMember {
            writer.beginObject()
        }
        while next < members.count {
            if long[next] != nil {
                guard try writeLong(members[next].name, to: &writer, in: &budget) else { return false }
            } else {
                try record.writeMember(next, to: &writer)
            }
            next += 1
        }
        writer.endObject()
        return true
    }

    private mutating func writeLong(
        _ name: StaticString,
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget
    ) throws(JSONNotFinite) -> Bool {
        guard var member = long[next] else { return true }
        // Remove the stored copy: with a second reference, each change would copy the member's memory.
        long[next] = nil
        defer { long[next] = member }
        let isArray = type(of: member).isArray
        let start = isInsideMember ? nil : writer.mark
        if !isInsideMember {
            isInsideMember = true
            writer.name(plain: name)
            if isArray {
                writer.beginArray()
            } else {
                writer.beginObject()
            }
        }
        let firstEntry = writer.bytes.count
        let isDone = try member.writeEntries(to: &writer, in: &budget)
        if let start, member.isAbsentIfEmpty, writer.bytes.count == firstEntry {
            writer.rewind(to: start)
            isInsideMember = false
            return isDone
        }
        guard isDone else { return false }
        isInsideMember = false
        if isArray {
            writer.endArray()
        } else {
            writer.endObject()
        }
        if let more, member.isCut {
            record[keyPath: more] = true
        }
        if let readsTime, member.readsTime {
            record[keyPath: readsTime] = true
        }
        return true
    }
}
