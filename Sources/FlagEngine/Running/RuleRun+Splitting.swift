import JSONCore

/// The `fractional` operator, which selects a share by a hash.
extension RuleRun {
    /// Returns the value of the selected share, or null if there is no text to hash or the weights are not valid.
    mutating func split(_ node: RuleNode, _ index: Int) throws(RuleLimitFault) -> JSON? {
        let split = rule.splits[Int(node.detail)]
        let keys = split.hasKey ? 1 : 0
        trace?.open(index, of: rule)
        defer { trace?.close() }
        guard let hash = try hash(split, node) else { return .null }
        var weights = split.weights
        var total = split.total
        if weights == nil {
            guard let computed = try computedWeights(node, keys) else { return .null }
            weights = computed
            total = computed.reduce(0, +)
        }
        guard let weights, total <= Bucket.maxWeight else { return .null }
        let bucket = Bucket(of: hash, weights: weights, total: total)
        trace?.note(hash: hash, bucket: bucket, weights: weights, total: total)
        guard let bucket else { return .null }
        let value = try operand(keys + 2 * bucket.index, of: node)
        if node.isResult {
            isSplit = true
        }
        return value
    }

    /// Returns the hash of the key, or nil if there is none.
    ///
    /// The default key is the flag's key followed by the targeting key, which must be a string that is not empty.
    private mutating func hash(
        _ split: RuleSplit,
        _ node: RuleNode
    ) throws(RuleLimitFault) -> UInt32? {
        if split.hasKey {
            switch try operand(0, of: node) {
            case .string(let key):
                try charge(bytes: key.utf8.count)
                trace?.note(key: key)
                return Murmur3.hash(key)
            case nil, .null: break
            default: return nil
            }
        }
        let named = scope == nil ? targetingKey : scope?.value(named: "targetingKey")
        guard case .string(let targetingKey)? = named, !targetingKey.utf8.isEmpty else { return nil }
        let flagKey = enclosingFlagKey
        try charge(bytes: targetingKey.utf8.count)
        trace?.note(key: flagKey + targetingKey)
        var murmur = Murmur3()
        murmur.add(flagKey.utf8.span)
        murmur.add(targetingKey.utf8.span)
        return murmur.finish()
    }

    private var targetingKey: JSON? {
        guard let readValues, let slot = rule.names?.targetingSlot else { return context.targetingKey }
        return readValues[slot]
    }

    /// The flag's key as a variable would show it; empty inside an array operator unless the element has one.
    private var enclosingFlagKey: String {
        guard let scope else { return flagKey }
        guard let reserved = scope.value(named: VariablePath.reservedName),
            case .string(let key)? = JavaScript.member("flagKey", of: reserved)
        else { return "" }
        return key
    }

    /// Returns the weights if some are rules; negative weights become 0, and nil is returned if one is not whole or too
    /// large.
    private mutating func computedWeights(
        _ node: RuleNode,
        _ keys: Int
    ) throws(RuleLimitFault) -> [Int64]? {
        var weights: [Int64] = []
        for position in stride(from: keys + 1, to: Int(node.count), by: 2) {
            guard let value = try operand(position, of: node), let weight = computedWeight(value),
                weight <= Bucket.maxWeight
            else { return nil }
            weights.append(weight)
        }
        return weights
    }

    private func computedWeight(_ value: JSON) -> Int64? {
        // A double below the range of `Int64` also counts as 0.
        if case .double(let double) = value, double < 0, double == double.rounded() { return 0 }
        return RuleCompiler.whole(value).map { max($0, 0) }
    }
}
