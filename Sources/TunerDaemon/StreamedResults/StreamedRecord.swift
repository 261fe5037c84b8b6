import JSONCore
import RPCCore

/// A record with members that may be too long for one turn, and the position of the writing.
struct StreamedRecord<Record: JSONRecord>: StreamedResult {
    /// The record with the short members.
    private var record: Record
    /// The long members that are not written yet, and their indices in the record's declaration; the last one is next.
    private var long: [(index: Int, member: any StreamedMember)] = []
    /// The member that is true if there is another page.
    private let more: WritableKeyPath<Record, Bool?>?
    /// The member that is true if the time alone may change the result.
    private let readsTime: WritableKeyPath<Record, Bool?>?
    /// The index of the next member, or of the long member that is being written.
    private var next = 0
    private var isInsideMember = false

    /// Creates a streamed record; the long members replace the record's own members of the same names.
    init(
        _ record: Record,
        long members: KeyValuePairs<StaticString, any StreamedMember>,
        more: WritableKeyPath<Record, Bool?>? = nil,
        readsTime: WritableKeyPath<Record, Bool?>? = nil
    ) {
        self.record = record
        self.more = more
        self.readsTime = readsTime
        let declared = Record.fields.table
        for (name, member) in members {
            guard let index = declared.index(of: name) else {
                preconditionFailure("\(Record.self) declares no \(name)")
            }
            long.append((index, member))
        }
        long.sort { $0.index > $1.index }
    }

    mutating func writePiece(to writer: inout JSONWriter) throws(JSONNotFinite) -> Bool {
        var budget = ChunkBudget(in: writer)
        if next == 0, !isInsideMember {
            writer.beginObject()
        }
        while let index = long.last?.index {
            if !isInsideMember {
                try record.writeMembers(next..<index, to: &writer)
                next = index
            }
            guard try writeLong(to: &writer, in: &budget) else { return false }
            next = index + 1
        }
        try record.writeMembers(next..<Record.fields.table.members.count, to: &writer)
        writer.endObject()
        return true
    }

    /// Writes a piece of the next long member, and removes the member after its last piece.
    private mutating func writeLong(
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget
    ) throws(JSONNotFinite) -> Bool {
        let last = long.count - 1
        let isArray = type(of: long[last].member).isArray
        let start = isInsideMember ? nil : writer.mark
        if !isInsideMember {
            isInsideMember = true
            writer.name(plain: Record.fields.table.members[next].name)
            if isArray {
                writer.beginArray()
            } else {
                writer.beginObject()
            }
        }
        let firstEntry = writer.bytes.count
        // The member changes in its place: with a second reference, each change would copy the member's memory.
        let isDone = try long[last].member.writeEntries(to: &writer, in: &budget)
        if let start, long[last].member.isAbsentIfEmpty, writer.bytes.count == firstEntry {
            writer.rewind(to: start)
            isInsideMember = false
        } else if isDone {
            isInsideMember = false
            if isArray {
                writer.endArray()
            } else {
                writer.endObject()
            }
            noteEnd(of: long[last].member)
        }
        if isDone {
            long.removeLast()
        }
        return isDone
    }

    /// Sets the members of the record that depend on a long member.
    private mutating func noteEnd(of member: any StreamedMember) {
        if let more, member.isCut {
            record[keyPath: more] = true
        }
        if let readsTime, member.readsTime {
            record[keyPath: readsTime] = true
        }
    }
}
