package import JSONCore
package import TunableEngine

/// One value that was set outside every world without an end, replacing no value or another such value.
package struct PlainSet: Sendable {
    package let key: Key
    /// The new local value.
    package let value: JSON
    /// The previous local value.
    package let before: JSON?
    /// The previous effective value.
    package let old: JSON?

    /// The change of the effective value; nil if it was equal already.
    package var change: Change? {
        value == old ? nil : Change(key: key, value: value, old: old, origin: .local)
    }
}
