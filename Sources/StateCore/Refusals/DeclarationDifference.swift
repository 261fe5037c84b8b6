import JSONCore
import TunableEngine

/// The first member in which two declarations of one key differ.
package struct DeclarationDifference: Equatable, Sendable {
    /// The name of the member, such as `default`.
    let name: String
    /// The value in the declaration that the daemon has; nil if the member is absent there.
    let stored: JSON?
    /// The value in the refused declaration; nil if the member is absent there.
    let refused: JSON?
    /// Whether one of the declarations is secret, so that their values are not shown.
    let isSecret: Bool

    /// Finds the difference between the stored declaration and the refused one; nil if their members are equal.
    ///
    /// Two spellings of a number, such as `12` and `12.0`, are a difference only if there is no other one.
    init?(between stored: JSONObject, and refused: JSONObject) {
        let names = stored.members.map(\.name) + refused.members.map(\.name)
        let differing = names.filter { stored[$0] != refused[$0] }
        let isOther = { (name: String) in stored[name].map(JSONByValue.init) != refused[name].map(JSONByValue.init) }
        guard let name = differing.first(where: isOther) ?? differing.first else { return nil }
        (self.name, self.stored, self.refused) = (name, stored[name], refused[name])
        isSecret = stored.isSecretSpec || refused.isSecretSpec
    }

    /// The end of a sentence about the stored declaration.
    var words: String {
        isSecret && !isConstraint
            ? "its \(name.shown) differs" : "its \(name.shown) is \(shown(stored)), not \(shown(refused))"
    }

    /// Whether the member has neither a value of the tunable nor specs of parts, which may have values.
    private var isConstraint: Bool { !["default", "enum", "items", "properties"].contains(name) }

    private func shown(_ value: JSON?) -> String { value?.line.shown ?? "absent" }
}
