/// The declared members of one record type, in order.
package struct JSONFieldTable<Record>: Sendable {
    /// The same members without the record's type.
    ///
    /// Use the table only with addresses of a `Record`.
    package let table: JSONMemberTable

    package init(_ fields: [JSONField<Record>]) {
        table = JSONMemberTable(fields.map(\.member))
    }
}
