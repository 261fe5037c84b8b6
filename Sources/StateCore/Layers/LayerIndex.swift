import JSONCore
import TunableEngine

/// For each key, the layers that have a value for it, in order of precedence.
///
/// With many layers, a search through all of them for each key of a layer would take most of the time of a put.
struct LayerIndex: Sendable {
    private var entries = KeyMap<Entry>()
    /// The number of each layer, by name.
    private var numbers: [String: Int32] = [:]
    /// The layers by number; nil for a number that is free.
    private var layers: [Layer?] = []
    /// The place of each layer in the order of precedence, by number.
    private var ranks: [Int] = []
    /// The numbers that were used and are free.
    private var freeNumbers: [Int32] = []
    /// The number of active layers, which are the first ones of the order.
    private var activeCount = 0

    /// Creates the index of layers in order of precedence, of which the first `activeCount` are active.
    init(_ ordered: [Layer], activeCount: Int) {
        self.activeCount = activeCount
        for (rank, layer) in ordered.enumerated() {
            let number = Int32(rank)
            numbers[layer.name] = number
            layers.append(layer)
            ranks.append(rank)
            // The ranks grow, so each entry stays in order.
            layer.values.forEachInOrder { key, _ in
                entries.update(key) { entry in
                    if entry?.append(number) == nil { entry = .one(number) }
                }
            }
        }
    }

    /// Returns the first result that is not nil of `body` for the layers that have a value for a key.
    ///
    /// The layers come in order of precedence: first the active ones, then the others if they are included.
    func firstResult<Result>(
        of key: Span<UInt8>,
        includesInactive: Bool = false,
        _ body: (Layer, _ isActive: Bool) -> Result?
    ) -> Result? {
        guard let entry = entries.value(of: key) else { return nil }
        switch entry {
        case .one(let number): return result(of: number, includesInactive, body)
        case .several(let numbers):
            for number in numbers {
                if let found = result(of: number, includesInactive, body) { return found }
            }
            return nil
        }
    }

    private func result<Result>(
        of number: Int32,
        _ includesInactive: Bool,
        _ body: (Layer, Bool) -> Result?
    ) -> Result? {
        let isActive = ranks[Int(number)] < activeCount
        guard isActive || includesInactive, let layer = layers[Int(number)] else { return nil }
        return body(layer, isActive)
    }
}

// MARK: - Changing

extension LayerIndex {
    /// Replaces a layer by another one of its name, which has its place.
    mutating func replace(_ old: Layer, by new: Layer) {
        guard let number = numbers[old.name] else { preconditionFailure("each layer is in the index") }
        layers[Int(number)] = new
        old.values.forEachInOrder { key, _ in
            if !new.values.contains(key) { remove(number, from: key) }
        }
        new.values.forEachInOrder { key, _ in
            if !old.values.contains(key) { insert(number, for: key) }
        }
    }

    /// Adds a layer of a new name; `ordered` is all layers with it, of which the first `activeCount` are active.
    mutating func add(_ layer: Layer, _ ordered: [Layer], activeCount: Int) {
        let number = freeNumbers.popLast() ?? Int32(layers.count)
        if Int(number) == layers.count {
            layers.append(nil)
            ranks.append(0)
        }
        numbers[layer.name] = number
        layers[Int(number)] = layer
        order(ordered, activeCount: activeCount)
        layer.values.forEachInOrder { key, _ in insert(number, for: key) }
    }

    /// Removes a layer; `ordered` is all others.
    mutating func remove(_ layer: Layer, _ ordered: [Layer], activeCount: Int) {
        guard let number = numbers.removeValue(forKey: layer.name) else {
            preconditionFailure("each layer is in the index")
        }
        layer.values.forEachInOrder { key, _ in remove(number, from: key) }
        layers[Int(number)] = nil
        freeNumbers.append(number)
        order(ordered, activeCount: activeCount)
    }

    /// Changes the order of precedence; the layers that are not `moved` keep their order.
    mutating func reorder(_ ordered: [Layer], activeCount: Int, moved: [Layer]) {
        order(ordered, activeCount: activeCount)
        for layer in moved {
            layer.values.forEachInOrder { key, _ in sort(key) }
        }
    }

    private mutating func order(_ ordered: [Layer], activeCount: Int) {
        self.activeCount = activeCount
        for (rank, layer) in ordered.enumerated() {
            guard let number = numbers[layer.name] else { preconditionFailure("each layer is in the index") }
            ranks[Int(number)] = rank
        }
    }

    private mutating func sort(_ key: Span<UInt8>) {
        guard case .several(var numbers)? = entries.value(of: key),
            zip(numbers, numbers.dropFirst()).contains(where: { ranks[Int($0)] > ranks[Int($1)] })
        else { return }
        numbers.sort { ranks[Int($0)] < ranks[Int($1)] }
        entries.insert(.several(numbers), for: key)
    }

    private mutating func insert(_ number: Int32, for key: Span<UInt8>) {
        let rank = ranks[Int(number)]
        entries.update(key) { [ranks] entry in
            if entry?.insert(number, behind: { ranks[Int($0)] < rank }) == nil { entry = .one(number) }
        }
    }

    private mutating func remove(_ number: Int32, from key: Span<UInt8>) {
        entries.update(key) { entry in entry = entry?.removing(number) }
    }

    /// The numbers of the layers that have a value for a key, in order of precedence.
    ///
    /// Most keys have a value in one layer, which needs no array.
    private enum Entry {
        case one(Int32)
        case several([Int32])

        private var numbers: [Int32] {
            switch self {
            case .one(let number): [number]
            case .several(let numbers): numbers
            }
        }

        mutating func append(_ number: Int32) { insert(number) { _ in true } }

        /// Inserts a number behind those for which `isBefore` returns true.
        mutating func insert(_ number: Int32, behind isBefore: (Int32) -> Bool) {
            var numbers = numbers
            // The array has one owner now, so that it can be changed in place.
            self = .one(number)
            var (low, high) = (0, numbers.count)
            while low < high {
                let middle = (low + high) / 2
                if isBefore(numbers[middle]) { low = middle + 1 } else { high = middle }
            }
            numbers.insert(number, at: low)
            self = .several(numbers)
        }

        /// Returns the entry without a number; nil if no number is left.
        func removing(_ number: Int32) -> Entry? {
            let others = numbers.filter { $0 != number }
            guard let first = others.first else { return nil }
            return others.count == 1 ? .one(first) : .several(others)
        }
    }
}
