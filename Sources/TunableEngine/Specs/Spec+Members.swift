extension Spec {
    /// The names of the declared members of an object; empty for any other type.
    package var memberNames: [String] { rule.object?.names ?? [] }

    /// Returns the spec of a nested member of an object; nil if the declaration does not have it.
    package func member(at path: some Sequence<String>) -> Spec? {
        var member: ValueRule? = rule
        for name in path {
            member = member?.object?.rule(of: name)
        }
        return member.map { Spec(ofMember: $0, of: self) }
    }
}
