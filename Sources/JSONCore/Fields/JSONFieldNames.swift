/// The names that an object may have, in the order in which an array would give their values.
package struct JSONFieldNames: Sendable {
    /// More fields than this have no place in `JSONFields`.
    package static let most = 16

    /// The names in order.
    package let names: [StaticString]

    /// The names again, each as `NameWord` sees it.
    let words: [UInt64]

    /// How many names there are.
    let count: Int

    /// Declares the names.
    package init(_ names: [StaticString]) {
        precondition(names.count <= JSONFieldNames.most, "more than \(JSONFieldNames.most) fields")
        self.names = names
        count = names.count
        words = names.map(NameWord.of)
    }

    /// Finds each field in an object or array of a checked text.
    ///
    /// A name that is not declared is refused, unless it begins with `x-`. Of repeated names the last counts.
    package func bind(_ place: JSONPlace, in text: Span<UInt8>) throws(JSONFieldFault) -> JSONFields {
        var fields = JSONFields()
        switch place.kind {
        case .object:
            var members = JSONMembers(of: place)
            while let (name, value) = members.next(in: text) {
                let index = index(of: name.range, hasEscapes: name.hasEscapes, in: text)
                if index >= 0 {
                    fields.set(index, to: value)
                } else {
                    try refuse(name, in: text)
                }
            }
        case .array:
            var elements = JSONElements(of: place)
            var index = 0
            while let value = elements.next(in: text) {
                guard index < names.count else { throw JSONFieldFault.tooMany(most: names.count) }
                fields.set(index, to: value)
                index += 1
            }
        case .null, .boolean, .number, .string:
            throw JSONFieldFault.noFields(place.kind)
        }
        return fields
    }

    /// Finds the declared fields of an object in a checked text, whatever else it has.
    package func find(in object: JSONPlace, _ text: Span<UInt8>) -> JSONFields {
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
        let count = name.upperBound &- start
        guard !hasEscapes, count <= NameWord.bytes, start &+ 8 <= text.count else {
            return index(ofLongOrEscaped: name, hasEscapes: hasEscapes, in: text)
        }
        let word = NameWord.ofShort(name, in: text)
        let words = words.span
        for index in words.indices where unsafe words[unchecked: index] == word {
            return index
        }
        return -1
    }

    @inline(never)
    private func index(ofLongOrEscaped name: Range<Int>, hasEscapes: Bool, in text: Span<UInt8>) -> Int {
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

    private func refuse(_ name: JSONPlace, in text: Span<UInt8>) throws(JSONFieldFault) {
        let unknown = name.string(in: text) ?? ""
        guard !unknown.utf8.starts(with: "x-".utf8) else { return }
        let nearest = NearestName.nearest(to: unknown, among: names.map(\.description))
        throw JSONFieldFault.unknown(unknown, nearest: nearest)
    }
}
