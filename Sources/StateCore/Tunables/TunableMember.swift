package import TunableEngine

/// A member of a tunable's value, which is an object: `x` of the tunable `game.wind` for the key `game.wind.x`.
package struct TunableMember: Sendable {
    /// The key of the tunable.
    package let tunable: Key
    /// The names from the outermost to the innermost member; never empty.
    package let path: [String]
    /// The member's part of the declaration; nil if the member is not declared.
    package let spec: Spec?
}
