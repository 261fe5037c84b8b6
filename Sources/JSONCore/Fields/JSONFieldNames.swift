/// The names of the members to look for in an object.
package struct JSONFieldNames: Sendable {
    package let names: [StaticString]

    /// The ``NameWord`` of each name, in the same order.
    let words: [UInt64]

    let count: Int

    package init(_ names: [StaticString]) {
        self.names = names
        count = names.count
        words = names.map(NameWord.of)
    }

    /// Returns the ranges of the named members of an object in a checked text; other members are ignored.
    package func find(in object: JSONRange, _ text: Span<UInt8>) -> JSONFields {
        precondition(count <= JSONFields.limit, "more than \(JSONFields.limit) fields")
        var fields = JSONFields()
        var members = JSONMembers(of: object)
        while let (name, value) = members.next(in: text) {
            let index = index(of: name.range, hasEscapes: name.hasEscapes, in: text)
            if index >= 0 {
                fields.set(index, to: value)
            }
        }
        return fields
    }

    /// Returns the index of the name that a range of the text holds, or -1.
    @inline(__always)
    func index(of name: Range<Int>, hasEscapes: Bool, in text: Span<UInt8>) -> Int {
        let start = name.lowerBound
        guard !hasEscapes, start &+ 8 <= text.count else {
            return index(ofLateOrEscaped: name, hasEscapes: hasEscapes, in: text)
        }
        let word = NameWord.of(name, in: text)
        let words = words.span
        for index in words.indices where unsafe words[unchecked: index] == word {
            if name.upperBound &- start <= NameWord.bytes || names[index].hasBytes(text.extracting(name)) {
                return index
            }
        }
        return -1
    }

    @inline(never)
    private func index(ofLateOrEscaped name: Range<Int>, hasEscapes: Bool, in text: Span<UInt8>) -> Int {
        guard hasEscapes else { return index(of: text.extracting(name)) }
        let name = String(unescaping: name, in: text)
        return index(of: name.utf8.span)
    }

    /// Returns the index of a name, or -1.
    func index(of name: Span<UInt8>) -> Int {
        let word = NameWord.of(name)
        for index in words.indices where words[index] == word && names[index].hasBytes(name) {
            return index
        }
        return -1
    }
}
