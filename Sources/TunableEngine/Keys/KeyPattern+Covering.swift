extension KeyPattern {
    /// Returns whether every key that `other` matches is matched by this pattern, built-in keys included.
    ///
    /// No key contains `*`. So this pattern matches the text of `other` only if its own stars take every star of `other`, and
    /// then they also take whatever those stars match.
    package func covers(_ other: KeyPattern) -> Bool {
        matches(other.text.utf8.span, includingBuiltIn: true)
    }
}
