/// What was computed last of stews, or `null` where nothing was.
package struct LastStewResult: NullableMember {
    package let value: StewResult?

    package init(_ value: StewResult?) { self.value = value }
}
