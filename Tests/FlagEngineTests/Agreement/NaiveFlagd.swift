import JSONCore

/// A second implementation of flagd's operators.
enum NaiveFlagd {
    static func apply(_ name: String, _ operands: [NaiveValue]) -> NaiveValue {
        let texts = operands.compactMap { operand -> String? in
            switch operand {
            case .string(let text): text
            case .number where name == "sem_ver": operand.text
            default: nil
            }
        }
        guard texts.count == operands.count else { return .null }
        switch (name, texts.count) {
        case ("starts_with", 2): return .boolean(texts[0].utf8.starts(with: texts[1].utf8))
        case ("ends_with", 2): return .boolean(texts[0].utf8.reversed().starts(with: texts[1].utf8.reversed()))
        case ("sem_ver", 3): return versions(texts[0], texts[1], texts[2])
        default: return .null
        }
    }

    private static func versions(_ left: String, _ comparison: String, _ right: String) -> NaiveValue {
        guard let left = NaiveVersion(left), let right = NaiveVersion(right) else { return .null }
        let order = left.order(right)
        return switch comparison {
        case "=": .boolean(order == 0)
        case "!=": .boolean(order != 0)
        case "<": .boolean(order < 0)
        case "<=": .boolean(order <= 0)
        case ">": .boolean(order > 0)
        case ">=": .boolean(order >= 0)
        case "~": .boolean(left.numbers[..<2] == right.numbers[..<2])
        case "^": .boolean(left.numbers[..<1] == right.numbers[..<1])
        default: .null
        }
    }

    static func fractional(_ operands: [JSON], _ data: NaiveValue) -> NaiveValue {
        var shares = operands
        var key: String?
        if case .object? = operands.first {
            shares.removeFirst()
            switch NaiveLogic.value(operands[0], data) {
            case .string(let text): key = text
            case .undefined, .null: break
            default: return .null
            }
        }
        if key == nil, case .string(let targetingKey) = data.member("targetingKey"), targetingKey != "" {
            key = data.member("$flagd").member("flagKey").flagText + targetingKey
        }
        guard let key else { return .null }
        var weights: [Double] = []
        for case .array(let share) in shares {
            guard share.count > 1 else {
                weights.append(1)
                continue
            }
            guard case .number(let weight) = NaiveLogic.value(share[1], data), weight == weight.rounded() else {
                return .null
            }
            weights.append(max(weight, 0))
        }
        let total = weights.reduce(0, +)
        guard total > 0, total <= 2_147_483_647 else { return .null }
        let scaledHash = (Double(hash(Array(key.utf8))) * total / 4_294_967_296).rounded(.down)
        var end = 0.0
        for (share, weight) in zip(shares, weights) {
            end += weight
            if scaledHash < end, case .array(let parts) = share {
                return NaiveLogic.value(parts[0], data)
            }
        }
        return .null
    }

    /// Returns the murmur3 hash of bytes.
    static func hash(_ bytes: [UInt8]) -> UInt32 {
        func spread(_ word: UInt32) -> UInt32 {
            let word = word &* 0xCC9E_2D51
            return ((word << 15) | (word >> 17)) &* 0x1B87_3593
        }
        var hash: UInt32 = 0
        var rest = bytes[...]
        while rest.count >= 4 {
            hash ^= spread(rest.prefix(4).reversed().reduce(0) { ($0 << 8) | UInt32($1) })
            hash = ((hash << 13) | (hash >> 19)) &* 5 &+ 0xE654_6B64
            rest = rest.dropFirst(4)
        }
        if !rest.isEmpty {
            hash ^= spread(rest.reversed().reduce(0) { ($0 << 8) | UInt32($1) })
        }
        hash ^= UInt32(bytes.count)
        hash = (hash ^ (hash >> 16)) &* 0x85EB_CA6B
        hash = (hash ^ (hash >> 13)) &* 0xC2B2_AE35
        return hash ^ (hash >> 16)
    }
}

extension NaiveValue {
    fileprivate var flagText: String {
        if case .string(let text) = self { text } else { "" }
    }
}
