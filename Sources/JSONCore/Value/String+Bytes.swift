extension String {
    /// Returns whether both strings have the same UTF-8; `==` would also accept canonically equivalent strings.
    package func hasSameBytes(as other: String) -> Bool { utf8.span.hasSameBytes(as: other.utf8.span) }
}
