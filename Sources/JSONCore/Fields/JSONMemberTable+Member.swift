extension JSONMemberTable {
    /// One member of a record, with the types of the record and of the value erased.
    ///
    /// Only the closures `read` and `write` know the value's type. Nothing here knows the record's type.
    @safe
    package struct Member: Sendable {
        /// A function that reads a value and stores it in the record at an address.
        typealias Read =
            @Sendable (UnsafeMutableRawPointer, JSONRange, Span<UInt8>) throws(JSONMismatch) -> Void
        /// A function that writes the member of the record at an address; it writes nothing for nil.
        typealias Write = @Sendable (UnsafeRawPointer, inout JSONWriter) throws(JSONNotFinite) -> Void

        package let name: StaticString

        package let isRequired: Bool

        /// A one-line description for people.
        package var summary: String { line.description }

        /// The accepted values, as a noun phrase for error messages.
        package var expectation: String { type.expectation }

        /// The accepted values, as a JSON Schema.
        package var schema: JSON { type.schema }

        let read: Read
        let write: Write
        /// The size limit, which is checked before the value is read.
        var bound: JSONSizeBound?

        private let line: StaticString
        /// The value's type, from which schema and expectation are computed on demand.
        ///
        /// A program declares many more members than it describes.
        private let type: any JSONMember.Type
    }
}

extension JSONMemberTable.Member {
    /// Returns a member that always has a value; if it is not required, the record's initial value is the default.
    ///
    /// The common types have their own cases, so that the compiler specializes the code for each. Unspecialized code
    /// looks up the type's metadata on each call.
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

    /// Returns a member that is nil while it is absent.
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

    /// Returns the same member for a record that contains the original record at a byte offset.
    func moved(by offset: Int) -> Self {
        unsafe Self(
            name: name,
            isRequired: isRequired,
            read: { [read] (record, range, text) throws(JSONMismatch) in
                try unsafe read(record + offset, range, text)
            },
            write: { [write] (record, writer) throws(JSONNotFinite) in try unsafe write(record + offset, &writer) },
            bound: bound,
            line: line,
            type: type
        )
    }

    /// Throws if the value exceeds the member's size limit; `limit` is the limit in bytes for a single value.
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

    /// Returns the fault of a value that the member's type refuses.
    func fault(of value: JSONRange, in text: Span<UInt8>) -> JSONFieldFault {
        JSONFieldFault(of: name.description, as: type, value, in: text)
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
            read: { (record, range, text) throws(JSONMismatch) in
                let value = try Value(range, in: text)
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
            read: { (record, range, text) throws(JSONMismatch) in
                let value = try Value(range, in: text)
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
