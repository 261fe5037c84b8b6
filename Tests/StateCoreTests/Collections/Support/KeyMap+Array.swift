import StateCore

extension KeyMap {
    /// Returns the entries from a key on, in order.
    func entries(
        from start: [UInt8] = [],
        included: Bool = true,
        prefix: [UInt8] = [],
        limit: Int = .max
    ) -> [KeyMapEntry<Value>] {
        var entries: [KeyMapEntry<Value>] = []
        visit(from: start.span, included: included, prefix: prefix.span) { key, value in
            entries.append(KeyMapEntry(key: Array(key), value: copy value))
            return entries.count < limit
        }
        return entries
    }
}

extension [UInt8] {
    init(_ span: Span<UInt8>) {
        self = span.indices.map { span[$0] }
    }
}
