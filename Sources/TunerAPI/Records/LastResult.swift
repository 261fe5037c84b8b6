/// The newest commit, or `null` where there is none.
package struct LastResult: NullableMember {
    package let value: CommitRecord?

    package init(_ value: CommitRecord?) { self.value = value }
}
