/// The members of one type of record, in order.
package struct JSONFieldTable<Record>: Sendable {
    /// The members for whoever knows the record's type already, or needs no record.
    package let table: JSONMemberTable

    /// Declares the members.
    package init(_ fields: [JSONField<Record>]) {
        table = JSONMemberTable(fields.map(\.member))
    }
}
