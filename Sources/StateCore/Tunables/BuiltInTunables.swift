import JSONCore
import StewEngine
package import TunableEngine

/// The tunables that Tuner itself declares: the constants of stews.
package enum BuiltInTunables {
    /// The stew constant of each built-in key.
    static let constants: KeyMap<StewConstant> = {
        var constants = KeyMap<StewConstant>()
        for constant in StewConstant.allCases {
            let key = constant.properties.key.description
            constants.insert(constant, for: key.utf8.span)
        }
        return constants
    }()

    /// The built-in tunables as declared, without layers, overrides or the kill switch.
    static let all: KeyMap<StoredTunable> = {
        var tunables = KeyMap<StoredTunable>()
        for constant in StewConstant.allCases {
            let spec = BuiltInTunables.spec(of: constant)
            let declaration = TunableDeclaration(
                spec: spec,
                actor: Actor(client: "tunerd", pid: 0, uid: 0),
                isNamed: false
            )
            let key = constant.properties.key.description
            let detail = TunableDetail(declaration: declaration, local: nil, origin: .default)
            tunables.insert(StoredTunable(value: spec.defaultValue, revision: 0, detail: detail), for: key.utf8.span)
        }
        return tunables
    }()

    /// Returns whether a key is a built-in tunable, and not only a key with the same prefix.
    package static func contains(_ key: Span<UInt8>) -> Bool { tunable(key) != nil }

    /// Returns whether a key is a built-in tunable, and not only a key with the same prefix.
    package static func contains(_ key: Key) -> Bool { contains(key.text.utf8.span) }

    /// Returns the built-in tunable as declared, or nil if the key is not a built-in tunable.
    static func tunable(_ key: Span<UInt8>) -> StoredTunable? {
        Key.isBuiltIn(key) ? all.value(of: key) : nil
    }

    private static func spec(of constant: StewConstant) -> Spec {
        let properties = constant.properties
        var words: JSONObject = [
            "type": "number", "default": .plain(properties.initial), "minimum": .plain(properties.range.lowerBound),
            "maximum": .plain(properties.range.upperBound), "description": .string(properties.summary.description),
        ]
        words["unit"] = properties.unit.map { .string($0.description) }
        do {
            return try Spec(words)
        } catch {
            preconditionFailure("the built-in tunable \(properties.key) is invalid: \(error.faults)")
        }
    }
}
