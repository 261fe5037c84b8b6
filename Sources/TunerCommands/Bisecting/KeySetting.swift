import JSONCore
import TunableEngine

/// The values and overrides of one side of a search for keys; everything else has its present value.
struct KeySetting: Equatable {
    var values: [String: JSON] = [:]
    var overrides: [String: FlagOverride] = [:]

    init() {}

    init(_ past: PastSetting) {
        for member in past.values.members { values[member.name] = member.value }
        overrides = past.overrides
    }
}

/// A key or a flag whose value differs between the good and the bad setting.
struct DifferingKey: Equatable {
    /// The value of one side.
    enum Side: Equatable {
        case value(JSON)
        case override(FlagOverride)
        /// The present value, or none.
        case present(JSON?)
    }

    let name: String
    let isFlag: Bool
    let good: Side
    let bad: Side

    /// The key, with ``JSON/secretMark`` in place of its values.
    var hidingValues: DifferingKey {
        isFlag ? self : DifferingKey(name: name, isFlag: false, good: .value(.secretMark), bad: .value(.secretMark))
    }

    /// Returns what differs between two settings, sorted by name: first keys, then flags.
    ///
    /// `present` has the present values of all keys.
    static func all(good: KeySetting, bad: KeySetting, present: [String: JSON]) -> [DifferingKey] {
        let keys = Set(good.values.keys).union(bad.values.keys).sorted().compactMap { key -> DifferingKey? in
            let sides = (good: good.values[key], bad: bad.values[key])
            guard sides.good ?? present[key] != sides.bad ?? present[key] else { return nil }
            func side(_ value: JSON?) -> Side { value.map { .value($0) } ?? .present(present[key]) }
            return DifferingKey(name: key, isFlag: false, good: side(sides.good), bad: side(sides.bad))
        }
        let flags = Set(good.overrides.keys).union(bad.overrides.keys).sorted().compactMap { flag -> DifferingKey? in
            let sides = (good: good.overrides[flag], bad: bad.overrides[flag])
            guard sides.good != sides.bad else { return nil }
            func side(_ override: FlagOverride?) -> Side { override.map { .override($0) } ?? .present(nil) }
            return DifferingKey(name: flag, isFlag: true, good: side(sides.good), bad: side(sides.bad))
        }
        return keys + flags
    }
}

extension KeySetting {
    /// Returns this good setting with the present values of the differing keys that it does not have.
    func completed(by keys: [DifferingKey]) -> KeySetting {
        var setting = self
        for key in keys where !key.isFlag {
            if case .present(let value) = key.good { setting.values[key.name] = value }
        }
        return setting
    }

    /// Returns this setting with the bad values of some keys.
    func replacing(_ keys: some Sequence<DifferingKey>) -> KeySetting {
        var setting = self
        for key in keys {
            switch key.bad {
            case .value(let value): setting.values[key.name] = value
            case .override(let override): setting.overrides[key.name] = override
            case .present where key.isFlag: setting.overrides[key.name] = nil
            // Another client can change the key during the search, so the world has the value, too.
            case .present(let value): setting.values[key.name] = value
            }
        }
        return setting
    }
}
