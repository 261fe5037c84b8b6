/// The expected behavior of a map: a dictionary that is sorted whenever order matters.
struct NaiveMap<Value: Equatable> {
    var values: [[UInt8]: Value] = [:]

    func entries(
        from start: [UInt8] = [],
        included: Bool = true,
        prefix: [UInt8] = [],
        limit: Int = .max
    ) -> [KeyMapEntry<Value>] {
        values
            .filter { $0.key.starts(with: prefix) && (included ? !$0.key.precedes(start) : start.precedes($0.key)) }
            .sorted { $0.key.precedes($1.key) }
            .prefix(limit)
            .map { KeyMapEntry(key: $0.key, value: $0.value) }
    }
}

extension [UInt8] {
    func precedes(_ other: [UInt8]) -> Bool { lexicographicallyPrecedes(other) }
}
