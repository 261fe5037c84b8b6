extension String {
    /// Whether both have the same UTF-8; `==` would also take canonically equivalent spellings for one.
    package func hasSameBytes(as other: String) -> Bool { utf8.span.hasSameBytes(as: other.utf8.span) }
}
