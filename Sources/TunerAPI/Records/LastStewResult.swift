/// The last plan, or `null`.
package struct LastStewResult: NullableMember {
    package let value: StewResult?

    package init(_ value: StewResult?) { self.value = value }
}
