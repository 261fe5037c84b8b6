/// Declares one member of a record: its name, where it is kept, how it is read, written and described.
package struct JSONField<Record> {
    private(set) var member: JSONMemberTable.Member

    /// A member that must be there.
    package static func required<Value: JSONMember>(
        _ name: StaticString,
        _ path: any WritableKeyPath<Record, Value> & Sendable,
        _ summary: StaticString
    ) -> JSONField {
        JSONField(member: .stored(name, Value.self, at: offset(of: path), isRequired: true, summary))
    }

    /// A member that keeps the record's first value while it is absent.
    package static func defaulted<Value: JSONMember>(
        _ name: StaticString,
        _ path: any WritableKeyPath<Record, Value> & Sendable,
        _ summary: StaticString
    ) -> JSONField {
        JSONField(member: .stored(name, Value.self, at: offset(of: path), isRequired: false, summary))
    }

    /// A member that may be absent; `null` is a value, not absence.
    package static func optional<Value: JSONMember>(
        _ name: StaticString,
        _ path: any WritableKeyPath<Record, Value?> & Sendable,
        _ summary: StaticString
    ) -> JSONField {
        JSONField(member: .optional(name, Value.self, at: offset(of: path), summary))
    }

    /// The members of a record that is stored in this one, as if each were its own.
    package static func members<Part: JSONRecord>(
        of path: any WritableKeyPath<Record, Part> & Sendable
    ) -> [JSONField] {
        let offset = offset(of: path)
        return Part.fields.table.members.map { JSONField(member: $0.moved(by: offset)) }
    }

    /// The same member, refused before it is read where it is larger than this.
    package func bounded(_ bound: JSONSizeBound) -> JSONField {
        var field = self
        field.member.bound = bound
        return field
    }

    /// Where in the record a member lies: to follow a key path in each call would cost a few hundred instructions.
    private static func offset<Value>(of path: any WritableKeyPath<Record, Value> & Sendable) -> Int {
        guard let offset = MemoryLayout<Record>.offset(of: path) else {
            preconditionFailure("a member is stored in its record, \(path) is not")
        }
        return offset
    }
}

/// What a member's value must be able to do.
package typealias JSONMember = SendableMetatype & JSONReadable & JSONWritable & JSONDescribed
