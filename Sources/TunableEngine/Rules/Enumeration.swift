import JSONCore

/// The allowed values in their order; numbers are compared with the tolerance, other values as in JSON Schema.
struct Enumeration: Sendable {
    let values: [JSON]
    private let known: Set<JSONByValue>
    // Sorted for a fast search: a client may send many values, each to compare with many.
    private let numbers: [Number]

    init(_ values: [JSON]) {
        self.values = values
        known = Set(values.map { JSONByValue($0) })
        numbers = values.compactMap { Number($0) }.sorted { $0.isLess(than: $1) }
    }

    func contains(_ value: JSON) -> Bool {
        guard let number = Number(value) else { return known.contains(JSONByValue(value)) }
        let index = firstNotLess(than: number)
        return index < numbers.count && numbers[index].isSame(as: number)
    }

    /// Returns the index of a value, or nil if it is not allowed.
    func position(of value: JSON) -> Int? {
        guard contains(value) else { return nil }
        let wanted = JSONByValue(value)
        return values.firstIndex { JSONByValue($0) == wanted }
            ?? values.firstIndex { near in
                Number(near).flatMap { near in Number(value).map { near.isSame(as: $0) } } ?? false
            }
    }

    /// Returns the nearest allowed number, or the larger one of two that are equally near.
    func nearest(to number: Number) -> Number? {
        let index = firstNotLess(than: number)
        guard index < numbers.count else { return numbers.last }
        return index == 0 ? numbers[0] : number.nearer(numbers[index - 1], numbers[index])
    }

    /// Returns the allowed string that is most similar to a wrong one, to suggest it.
    func nearestName(to value: JSON) -> String? {
        guard case .string(let name) = value else { return nil }
        let names = values.lazy.compactMap { value -> String? in
            guard case .string(let name) = value else { return nil }
            return name
        }
        return NearestName.nearest(to: name, among: names)
    }

    private func firstNotLess(than number: Number) -> Int {
        var low = 0
        var high = numbers.count
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle].isLess(than: number) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
