extension KeyPattern {
    /// Returns whether this pattern matches every key that `other` matches, built-in keys included.
    ///
    /// No key contains `*`. So this pattern matches the text of `other` only if its stars match every star of `other`.
    /// Then its stars also match everything that those stars match.
    package func covers(_ other: KeyPattern) -> Bool {
        matches(other.text.utf8.span, includingBuiltIn: true)
    }
}
