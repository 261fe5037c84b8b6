extension JSONMemberTable {
    /// One member of a record: its type is known to the two closures alone, the record's to nobody.
    @safe
    package struct Member: Sendable {
        /// Reads a value into the record at an address.
        typealias Read =
            @Sendable (UnsafeMutableRawPointer, JSONRange, Span<UInt8>) throws(JSONMismatch) -> Void
        /// Writes the member of the record at an address, unless there is nothing to write.
        typealias Write = @Sendable (UnsafeRawPointer, inout JSONWriter) throws(JSONNotFinite) -> Void

        /// The name that stands in the object.
        package let name: StaticString

        /// Whether it must be there.
        package let isRequired: Bool

        /// One line for a person.
        package var summary: String { line.description }

        /// What the value must be, in words.
        package var expectation: String { type.expectation }

        /// What the value must be, as a JSON Schema.
        package var schema: JSON { type.schema }

        let read: Read
        let write: Write
        /// What is checked before the value is read.
        var bound: JSONSizeBound?

        private let line: StaticString
        /// What the value is; asked only when somebody wants to know, for a program declares far more than it uses.
        private let type: any JSONMember.Type
    }
}

extension JSONMemberTable.Member {
    /// A member that is always there; one that is not required keeps the record's first value.
    ///
    /// The usual types are named, so that the compiler makes code for each: what it makes for any type looks types up in
    /// each call.
    static func stored<Value: JSONMember>(
        _ name: StaticString,
        _ type: Value.Type,
        at offset: Int,
        isRequired: Bool,
        _ line: StaticString
    ) -> Self {
        switch type {
        case is String.Type: make(name, String.self, at: offset, isRequired, line)
        case is Int64.Type: make(name, Int64.self, at: offset, isRequired, line)
        case is Bool.Type: make(name, Bool.self, at: offset, isRequired, line)
        case is Double.Type: make(name, Double.self, at: offset, isRequired, line)
        case is JSON.Type: make(name, JSON.self, at: offset, isRequired, line)
        case is JSONObject.Type: make(name, JSONObject.self, at: offset, isRequired, line)
        default: make(name, type, at: offset, isRequired, line)
        }
    }

    /// A member that may be absent.
    static func optional<Value: JSONMember>(
        _ name: StaticString,
        _ type: Value.Type,
        at offset: Int,
        _ line: StaticString
    ) -> Self {
        switch type {
        case is String.Type: makeOptional(name, String.self, at: offset, line)
        case is Int64.Type: makeOptional(name, Int64.self, at: offset, line)
        case is Bool.Type: makeOptional(name, Bool.self, at: offset, line)
        case is Double.Type: makeOptional(name, Double.self, at: offset, line)
        case is JSON.Type: makeOptional(name, JSON.self, at: offset, line)
        case is JSONObject.Type: makeOptional(name, JSONObject.self, at: offset, line)
        default: makeOptional(name, type, at: offset, line)
        }
    }

    /// The same member of a record that holds the member's own at so many bytes from its begin.
    func moved(by offset: Int) -> Self {
        unsafe Self(
            name: name,
            isRequired: isRequired,
            read: { [read] (record, place, text) throws(JSONMismatch) in
                try unsafe read(record + offset, place, text)
            },
            write: { [write] (record, writer) throws(JSONNotFinite) in try unsafe write(record + offset, &writer) },
            bound: bound,
            line: line,
            type: type
        )
    }

    /// Refuses a value that is larger than it may be.
    func checkSize(_ value: JSONRange, in text: Span<UInt8>, limit: Int) throws(JSONSizeFault) {
        switch bound {
        case .value?, .valueOf?:
            guard !value.exceeds(limit, in: text) else {
                throw .value(member: name.description, name: nil, limit: limit)
            }
        case .values? where value.kind == .object && value.range.count > limit:
            var values = JSONMembers(of: value)
            while let (own, value) = values.next(in: text) {
                guard !value.exceeds(limit, in: text) else {
                    throw .value(member: name.description, name: own.string(in: text), limit: limit)
                }
            }
        case .elements(let most, let limit)? where value.kind == .array && value.range.count > most:
            var (elements, count) = (JSONElements(of: value), 0)
            while elements.next(in: text) != nil {
                count += 1
                guard count <= most else {
                    throw .elements(member: name.description, most: most, limit: limit.description)
                }
            }
        default:
            break
        }
    }

    private static func make<Value: JSONMember>(
        _ name: StaticString,
        _ type: Value.Type,
        at offset: Int,
        _ isRequired: Bool,
        _ line: StaticString
    ) -> Self {
        unsafe Self(
            name: name,
            isRequired: isRequired,
            read: { (record, place, text) throws(JSONMismatch) in
                let value = try Value(place, in: text)
                unsafe (record + offset).assumingMemoryBound(to: Value.self).pointee = value
            },
            write: { (record, writer) throws(JSONNotFinite) in
                writer.name(plain: name)
                try unsafe (record + offset).assumingMemoryBound(to: Value.self).pointee.write(to: &writer)
            },
            line: line,
            type: type
        )
    }

    private static func makeOptional<Value: JSONMember>(
        _ name: StaticString,
        _ type: Value.Type,
        at offset: Int,
        _ line: StaticString
    ) -> Self {
        unsafe Self(
            name: name,
            isRequired: false,
            read: { (record, place, text) throws(JSONMismatch) in
                let value = try Value(place, in: text)
                unsafe (record + offset).assumingMemoryBound(to: Value?.self).pointee = value
            },
            write: { (record, writer) throws(JSONNotFinite) in
                guard let value = unsafe (record + offset).assumingMemoryBound(to: Value?.self).pointee
                else { return }
                writer.name(plain: name)
                try value.write(to: &writer)
            },
            line: line,
            type: type
        )
    }
}
