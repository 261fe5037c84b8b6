/// The declaration of one member of a record: its name, its storage, and how it is read, written and described.
package struct JSONField<Record> {
    private(set) var member: JSONMemberTable.Member

    /// Returns a member that must be present.
    package static func required<Value: JSONMember>(
        _ name: StaticString,
        _ path: any WritableKeyPath<Record, Value> & Sendable,
        _ summary: StaticString
    ) -> JSONField {
        JSONField(member: .stored(name, Value.self, at: offset(of: path), isRequired: true, summary))
    }

    /// Returns a member that may be absent; the record then keeps the value from its `init()`.
    package static func defaulted<Value: JSONMember>(
        _ name: StaticString,
        _ path: any WritableKeyPath<Record, Value> & Sendable,
        _ summary: StaticString
    ) -> JSONField {
        JSONField(member: .stored(name, Value.self, at: offset(of: path), isRequired: false, summary))
    }

    /// Returns a member that may be absent; `null` is a value and does not mean absence.
    package static func optional<Value: JSONMember>(
        _ name: StaticString,
        _ path: any WritableKeyPath<Record, Value?> & Sendable,
        _ summary: StaticString
    ) -> JSONField {
        JSONField(member: .optional(name, Value.self, at: offset(of: path), summary))
    }

    /// Returns the members of a record that is stored in this record, as if this record declared them.
    package static func members<Part: JSONRecord>(
        of path: any WritableKeyPath<Record, Part> & Sendable
    ) -> [JSONField] {
        let offset = offset(of: path)
        return Part.fields.table.members.map { JSONField(member: $0.moved(by: offset)) }
    }

    /// Returns the same member with a size limit, which is checked before the value is read.
    package func bounded(_ bound: JSONSizeBound) -> JSONField {
        var field = self
        field.member.bound = bound
        return field
    }

    /// Returns the byte offset of a stored property in the record.
    ///
    /// The offset is computed once: to follow a key path on each access would cost a few hundred instructions.
    private static func offset<Value>(of path: any WritableKeyPath<Record, Value> & Sendable) -> Int {
        guard let offset = MemoryLayout<Record>.offset(of: path) else {
            preconditionFailure("a member is stored in its record, \(path) is not")
        }
        return offset
    }
}

/// The requirements for the type of a member's value.
package typealias JSONMember = SendableMetatype & JSONReadable & JSONWritable & JSONDescribed
