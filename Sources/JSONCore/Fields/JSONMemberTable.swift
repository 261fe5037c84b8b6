/// A type-erased table of the members of a record, in declared order.
///
/// The table works on memory addresses. With the record as a generic parameter, a request with two numbers took 5,200
/// instructions, most of them for type lookups. With addresses it takes 3,700. ``JSONFieldTable`` guarantees that the
/// addresses and the table belong to the same type.
package final class JSONMemberTable: Sendable {
    /// The maximum number of members: one 64-bit word has a bit for each member that was read.
    package static let limit = 64

    package let members: [Member]

    private let names: JSONFieldNames
    /// A word with one bit for each required member.
    private let required: UInt64

    init(_ members: [Member]) {
        precondition(members.count <= JSONMemberTable.limit, "more than \(JSONMemberTable.limit) members")
        self.members = members
        names = JSONFieldNames(members.map(\.name))
        var required: UInt64 = 0
        for (index, member) in members.enumerated() where member.isRequired {
            required |= 1 << UInt64(index)
        }
        self.required = required
    }

    /// Whether at least one member is required.
    var hasRequired: Bool { required != 0 }

    /// Reads an object, or an array of values in declared order, into the record at an address.
    ///
    /// - A nil range means that there are no members.
    /// - An undeclared name is rejected, unless it begins with `x-`.
    /// - If a name is repeated, the last value counts.
    func read(
        _ range: JSONRange?,
        into record: UnsafeMutableRawPointer,
        in text: Span<UInt8>
    ) throws(JSONFieldFault) {
        var seen: UInt64 = 0
        if let range {
            switch range.kind {
            case .object: try unsafe readObject(range, into: record, in: text, &seen)
            case .array: try unsafe readArray(range, into: record, in: text, &seen)
            case .null, .boolean, .number, .string: throw JSONFieldFault.noFields(range.kind)
            }
        }
        try checkRequired(seen)
    }

    private func checkRequired(_ seen: UInt64) throws(JSONFieldFault) {
        let missing = required & ~seen
        guard missing == 0 else {
            throw JSONFieldFault.missing(members[missing.trailingZeroBitCount].name.description)
        }
    }

    /// Throws if a member of an object or an array exceeds its size limit; `limit` is the limit in bytes for one value.
    package func checkSizes(_ range: JSONRange, in text: Span<UInt8>, limit: Int) throws(JSONSizeFault) {
        do {
            try checkEach(range, in: text, limit: limit)
        } catch {
            guard case .value(let name, nil, _) = error,
                case .valueOf(let key)? = members.first(where: { $0.name.description == name })?.bound
            else { throw error }
            throw .value(member: name, name: string(key, of: range, in: text), limit: limit)
        }
    }

    /// Returns the value of a member of an object or an array; nil if the value is not a string.
    private func string(_ member: StaticString, of range: JSONRange, in text: Span<UInt8>) -> String? {
        guard let wanted = members.firstIndex(where: { $0.name.description == member.description }) else { return nil }
        var found: JSONRange?
        if range.kind == .object {
            var elements = JSONMembers(of: range)
            while let (name, value) = elements.next(in: text) {
                if names.index(of: name.range, hasEscapes: name.hasEscapes, in: text) == wanted { found = value }
            }
        } else {
            var elements = JSONElements(of: range)
            for _ in 0...wanted { found = elements.next(in: text) }
        }
        return found?.string(in: text)
    }

    private func checkEach(_ range: JSONRange, in text: Span<UInt8>, limit: Int) throws(JSONSizeFault) {
        if range.kind == .object {
            var elements = JSONMembers(of: range)
            while let (name, value) = elements.next(in: text) {
                let index = names.index(of: name.range, hasEscapes: name.hasEscapes, in: text)
                if index >= 0 {
                    try members[index].checkSize(value, in: text, limit: limit)
                }
            }
        } else if range.kind == .array {
            var elements = JSONElements(of: range)
            for member in members {
                guard let value = elements.next(in: text) else { return }
                try member.checkSize(value, in: text, limit: limit)
            }
        }
    }

    /// Reads each valid member into the record at an address; invalid and absent members keep their value.
    func readLegible(_ range: JSONRange?, into record: UnsafeMutableRawPointer, in text: Span<UInt8>) {
        guard let range else { return }
        if range.kind == .object {
            var elements = JSONMembers(of: range)
            while let (name, value) = elements.next(in: text) {
                let index = names.index(of: name.range, hasEscapes: name.hasEscapes, in: text)
                if index >= 0 {
                    try? unsafe members[index].read(record, value, text)
                }
            }
        } else if range.kind == .array {
            var elements = JSONElements(of: range)
            for member in members {
                guard let value = elements.next(in: text) else { return }
                try? unsafe member.read(record, value, text)
            }
        }
    }

    /// Reads an object into the record at an address, without members that are undeclared, or optional and invalid.
    func readOpen(
        _ range: JSONRange?,
        into record: UnsafeMutableRawPointer,
        in text: Span<UInt8>
    ) throws(JSONFieldFault) {
        var seen: UInt64 = 0
        if let range {
            guard range.kind == .object else { throw JSONFieldFault.noFields(range.kind) }
            var elements = JSONMembers(of: range)
            while let (name, value) = elements.next(in: text) {
                let index = names.index(of: name.range, hasEscapes: name.hasEscapes, in: text)
                guard index >= 0 else { continue }
                do throws(JSONFieldFault) {
                    try unsafe readMember(index, value, into: record, in: text, &seen)
                } catch  where members[index].isRequired {
                    throw error
                } catch {
                    continue
                }
            }
        }
        try checkRequired(seen)
    }

    /// Writes the record as an object, without the optional members that are nil.
    func write(_ record: UnsafeRawPointer, to writer: inout JSONWriter) throws(JSONNotFinite) {
        writer.beginObject()
        try unsafe write(members.indices, of: record, to: &writer)
        writer.endObject()
    }

    /// Writes the members at some indices, without the optional members that are nil.
    func write(
        _ indices: Range<Int>,
        of record: UnsafeRawPointer,
        to writer: inout JSONWriter
    ) throws(JSONNotFinite) {
        // Iterating over the members would copy and retain each one; indexing does not.
        for index in indices {
            try unsafe members[index].write(record, &writer)
        }
    }

    /// Returns the index of the member with a name; nil if there is none.
    package func index(of name: StaticString) -> Int? {
        let bytes = unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        let index = unsafe names.index(of: bytes.span)
        return index < 0 ? nil : index
    }

    /// The JSON Schema of the record.
    package var schema: JSON {
        var properties = JSONObject()
        for member in members {
            var schema = JSONObject()
            if case .object(let own) = member.schema {
                schema = own
            }
            schema["description"] = .string(member.summary)
            properties[member.name.description] = .object(schema)
        }
        var schema: JSONObject = ["type": "object", "properties": .object(properties)]
        let required = members.filter(\.isRequired).map { JSON.string($0.name.description) }
        schema["required"] = required.isEmpty ? nil : .array(required)
        return .object(schema)
    }

    private func readObject(
        _ range: JSONRange,
        into record: UnsafeMutableRawPointer,
        in text: Span<UInt8>,
        _ seen: inout UInt64
    ) throws(JSONFieldFault) {
        var elements = JSONMembers(of: range)
        while let (name, value) = elements.next(in: text) {
            let index = names.index(of: name.range, hasEscapes: name.hasEscapes, in: text)
            if index >= 0 {
                try unsafe readMember(index, value, into: record, in: text, &seen)
            } else {
                try refuse(name, in: text)
            }
        }
    }

    private func readArray(
        _ range: JSONRange,
        into record: UnsafeMutableRawPointer,
        in text: Span<UInt8>,
        _ seen: inout UInt64
    ) throws(JSONFieldFault) {
        var elements = JSONElements(of: range)
        var index = 0
        while let value = elements.next(in: text) {
            guard index < members.count else { throw JSONFieldFault.tooMany(most: members.count) }
            try unsafe readMember(index, value, into: record, in: text, &seen)
            index += 1
        }
    }

    @inline(__always)
    private func readMember(
        _ index: Int,
        _ value: JSONRange,
        into record: UnsafeMutableRawPointer,
        in text: Span<UInt8>,
        _ seen: inout UInt64
    ) throws(JSONFieldFault) {
        do {
            try unsafe members[index].read(record, value, text)
        } catch {
            throw members[index].fault(of: value, in: text)
        }
        seen |= 1 &<< UInt64(truncatingIfNeeded: index)
    }

    private func refuse(_ name: JSONRange, in text: Span<UInt8>) throws(JSONFieldFault) {
        let unknown = name.string(in: text) ?? ""
        guard !unknown.utf8.starts(with: "x-".utf8) else { return }
        let known = members.map(\.name.description)
        throw JSONFieldFault.unknown(unknown, nearest: NearestName.nearest(to: unknown, among: known), known: known)
    }
}
