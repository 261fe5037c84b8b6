import JSONCore
import RPCCore

/// A record with members that may be too long for one turn: what is written of it, and what is left.
struct StreamedRecord<Record: JSONRecord>: StreamedResult {
    /// What the other members are.
    private var record: Record
    /// By their names' positions among the record's.
    private var long: [Int: any StreamedMember]
    /// Where it says that there is another page.
    private let more: WritableKeyPath<Record, Bool?>?
    /// The member that is next, or that is being written.
    private var next = 0
    private var isInsideMember = false

    /// Takes the long members by their names; what the record itself has there is not looked at.
    init(
        _ record: Record,
        long members: KeyValuePairs<String, any StreamedMember>,
        more: WritableKeyPath<Record, Bool?>? = nil
    ) {
        self.record = record
        self.more = more
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
        // So that the member's own memory has no second holder while it is changed.
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
        return true
    }
}
