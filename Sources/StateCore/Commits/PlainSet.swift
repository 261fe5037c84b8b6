package import JSONCore
package import TunableEngine

/// One value that was set for all and for good, over none or another of that sort.
package struct PlainSet: Sendable {
    /// Whose value.
    package let key: Key
    /// What is stored now.
    package let value: JSON
    /// What was stored before.
    package let before: JSON?
    /// What everybody saw before.
    package let old: JSON?

    /// What everybody sees of it: nothing, where that was the value already.
    package var change: Change? {
        value == old ? nil : Change(key: key, value: value, old: old, origin: .local)
    }
}
