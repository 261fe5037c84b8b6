/// The names of members that are looked for.
package struct JSONFieldNames: Sendable {
    /// The names in order.
    package let names: [StaticString]

    /// The names again, each as `NameWord` sees it.
    let words: [UInt64]

    /// How many names there are.
    let count: Int

    /// Declares the names.
    package init(_ names: [StaticString]) {
        self.names = names
        count = names.count
        words = names.map(NameWord.of)
    }

    /// Finds the declared fields of an object in a checked text, whatever else it has.
    package func find(in object: JSONRange, _ text: Span<UInt8>) -> JSONFields {
        precondition(count <= JSONFields.most, "more than \(JSONFields.most) fields")
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

    /// The position of a name that stands at a range, or -1.
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

    private func index(of name: Span<UInt8>) -> Int {
        let word = NameWord.of(name)
        for index in words.indices where words[index] == word && names[index].hasBytes(name) {
            return index
        }
        return -1
    }
}
