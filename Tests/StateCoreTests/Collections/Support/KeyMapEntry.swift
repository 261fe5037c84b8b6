/// A copy of an entry that a visit passed to its body.
struct KeyMapEntry<Value> {
    let key: [UInt8]
    let value: Value
}

extension KeyMapEntry: Equatable where Value: Equatable {}
