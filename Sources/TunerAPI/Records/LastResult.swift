/// The newest commit, or `null`.
package struct LastResult: NullableMember {
    package let value: CommitRecord?

    package init(_ value: CommitRecord?) { self.value = value }
}
