/// An object whose members are declared once: read by name or by position, written and described by that declaration.
package protocol JSONRecord: JSONReadable, JSONWritable, JSONDescribed, Sendable {
    /// The record before anything was read into it.
    init()

    /// The members, in the order in which an array would give their values.
    static var fields: JSONFieldTable<Self> { get }
}

extension JSONRecord {
    package static var expectation: String { "an object" }

    package static var schema: JSON { fields.table.schema }

    package init(_ place: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        guard place.kind == .object else { throw JSONMismatch() }
        do {
            self = try Self(members: place, in: text)
        } catch {
            throw JSONMismatch()
        }
    }

    /// Reads the members from an object or an array, or says which one is wrong; no place means no members.
    package init(members place: JSONRange?, in text: Span<UInt8>) throws(JSONFieldFault) {
        try self.init(members: place, in: text, by: Self.fields.table)
    }

    /// The same by the record's own table, for who has it at hand.
    package init(
        members place: JSONRange?,
        in text: Span<UInt8>,
        by table: borrowing JSONMemberTable
    ) throws(JSONFieldFault) {
        self.init()
        guard place != nil || table.hasRequired else { return }
        try unsafe withUnsafeMutablePointer(to: &self) { (record) throws(JSONFieldFault) in
            try unsafe table.read(place, into: UnsafeMutableRawPointer(record), in: text)
        }
    }

    /// Writes one of the declared members, unless there is nothing to write: for who writes the object member by member.
    package func writeMember(_ index: Int, to writer: inout JSONWriter) throws(JSONNotFinite) {
        try unsafe withUnsafePointer(to: self) { (record) throws(JSONNotFinite) in
            try unsafe Self.fields.table.members[index].write(UnsafeRawPointer(record), &writer)
        }
    }

    /// Reads what can be read of members that could not be read as a record, for who must know whose they were.
    package init(legible place: JSONRange?, in text: Span<UInt8>) {
        self.init()
        unsafe withUnsafeMutablePointer(to: &self) { record in
            unsafe Self.fields.table.readLegible(place, into: UnsafeMutableRawPointer(record), in: text)
        }
    }

    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        try writeAsDeclared(to: &writer)
    }

    /// Writes the members by their declaration; a record with its own `write` must write the same.
    package func writeAsDeclared(to writer: inout JSONWriter) throws(JSONNotFinite) {
        try unsafe withUnsafePointer(to: self) { (record) throws(JSONNotFinite) in
            try unsafe Self.fields.table.write(UnsafeRawPointer(record), to: &writer)
        }
    }
}

/// No members at all.
package struct NoFields: JSONRecord {
    package static let fields = JSONFieldTable<NoFields>([])

    package init() {}
}
