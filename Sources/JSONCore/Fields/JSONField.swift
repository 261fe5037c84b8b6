/// Declares one member of a record: its name, where it is kept, how it is read, written and described.
package struct JSONField<Record> {
    let member: JSONMemberTable.Member

    init(_ member: JSONMemberTable.Member) {
        self.member = member
    }

    /// A member that must be there.
    package static func required<Value: JSONMember>(
        _ name: StaticString,
        _ path: any WritableKeyPath<Record, Value> & Sendable,
        _ summary: String
    ) -> JSONField {
        stored(name, path, isRequired: true, summary)
    }

    /// A member that keeps the record's first value while it is absent.
    package static func defaulted<Value: JSONMember>(
        _ name: StaticString,
        _ path: any WritableKeyPath<Record, Value> & Sendable,
        _ summary: String
    ) -> JSONField {
        stored(name, path, isRequired: false, summary)
    }

    /// A member that may be absent; `null` is a value, not absence.
    package static func optional<Value: JSONMember>(
        _ name: StaticString,
        _ path: any WritableKeyPath<Record, Value?> & Sendable,
        _ summary: String
    ) -> JSONField {
        JSONField(
            unsafe JSONMemberTable.Member(
                name,
                isRequired: false,
                summary,
                expectation: Value.expectation,
                schema: Value.schema,
                read: { (record, place, text) throws(JSONMismatch) in
                    let value = try Value(place, in: text)
                    unsafe record.assumingMemoryBound(to: Record.self).pointee[keyPath: path] = value
                },
                write: { (record, writer) throws(JSONNotFinite) in
                    guard let value = unsafe record.assumingMemoryBound(to: Record.self).pointee[keyPath: path]
                    else { return }
                    writer.name(plain: name)
                    try value.write(to: &writer)
                }
            )
        )
    }

    private static func stored<Value: JSONMember>(
        _ name: StaticString,
        _ path: any WritableKeyPath<Record, Value> & Sendable,
        isRequired: Bool,
        _ summary: String
    ) -> JSONField {
        JSONField(
            unsafe JSONMemberTable.Member(
                name,
                isRequired: isRequired,
                summary,
                expectation: Value.expectation,
                schema: Value.schema,
                read: { (record, place, text) throws(JSONMismatch) in
                    let value = try Value(place, in: text)
                    unsafe record.assumingMemoryBound(to: Record.self).pointee[keyPath: path] = value
                },
                write: { (record, writer) throws(JSONNotFinite) in
                    writer.name(plain: name)
                    try unsafe record.assumingMemoryBound(to: Record.self).pointee[keyPath: path].write(to: &writer)
                }
            )
        )
    }
}

/// What a member's value must be able to do.
package typealias JSONMember = SendableMetatype & JSONReadable & JSONWritable & JSONDescribed
