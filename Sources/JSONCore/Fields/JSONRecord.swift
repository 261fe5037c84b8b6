/// A type that is represented by a JSON object and declares the object's members once.
///
/// One declaration serves four purposes: reading by name, reading by position, writing, and the JSON Schema.
package protocol JSONRecord: JSONReadable, JSONWritable, JSONDescribed, Sendable {
    /// Creates the record with the values that absent members keep.
    init()

    /// The members, in the order in which an array gives their values.
    static var fields: JSONFieldTable<Self> { get }
}

extension JSONRecord {
    package static var expectation: String { "an object" }

    package static var schema: JSON { fields.table.schema }

    package init(_ range: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        guard range.kind == .object else { throw JSONMismatch() }
        do {
            self = try Self(members: range, in: text)
        } catch {
            throw JSONMismatch()
        }
    }

    package static func innerFault(of range: JSONRange, in text: Span<UInt8>) -> JSONFieldFault? {
        guard range.kind == .object else { return nil }
        do {
            _ = try Self(members: range, in: text)
            return nil
        } catch {
            return error
        }
    }

    /// Creates a record from an object or an array; nil means that there are no members.
    ///
    /// The error names the first member that is wrong.
    package init(members range: JSONRange?, in text: Span<UInt8>) throws(JSONFieldFault) {
        try self.init(members: range, in: text, by: Self.fields.table)
    }

    /// Creates a record with the record's own table, for callers that have already loaded `Self.fields.table`.
    package init(
        members range: JSONRange?,
        in text: Span<UInt8>,
        by table: borrowing JSONMemberTable
    ) throws(JSONFieldFault) {
        self.init()
        guard range != nil || table.hasRequired else { return }
        try unsafe withUnsafeMutablePointer(to: &self) { (record) throws(JSONFieldFault) in
            try unsafe table.read(range, into: UnsafeMutableRawPointer(record), in: text)
        }
    }

    /// Writes the members at some indices of `fields`, for callers that write an object in parts.
    ///
    /// Writes nothing for a member that is optional and nil.
    package func writeMembers(_ indices: Range<Int>, to writer: inout JSONWriter) throws(JSONNotFinite) {
        try unsafe withUnsafePointer(to: self) { (record) throws(JSONNotFinite) in
            try unsafe Self.fields.table.write(indices, of: UnsafeRawPointer(record), to: &writer)
        }
    }

    /// Creates a record from the valid members only, for use after ``init(members:in:)`` failed.
    package init(legible range: JSONRange?, in text: Span<UInt8>) {
        self.init()
        unsafe withUnsafeMutablePointer(to: &self) { record in
            unsafe Self.fields.table.readLegible(range, into: UnsafeMutableRawPointer(record), in: text)
        }
    }

    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        try writeAsDeclared(to: &writer)
    }

    /// Writes the members as declared in `fields`; a record with its own `write(to:)` must write the same bytes.
    package func writeAsDeclared(to writer: inout JSONWriter) throws(JSONNotFinite) {
        try unsafe withUnsafePointer(to: self) { (record) throws(JSONNotFinite) in
            try unsafe Self.fields.table.write(UnsafeRawPointer(record), to: &writer)
        }
    }
}

/// A record without members.
package struct NoFields: JSONRecord {
    package static let fields = JSONFieldTable<NoFields>([])

    package init() {}
}
