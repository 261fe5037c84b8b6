/// What a visit hands over, kept.
struct KeyMapEntry<Value> {
    let key: [UInt8]
    let value: Value
}

extension KeyMapEntry: Equatable where Value: Equatable {}
