/// What becomes of an array's items that `items.enum` does not name.
package enum UnknownItemRule: String, CaseIterable, Sendable {
    /// The array is refused.
    case refuse
    /// They are left out.
    case drop
}
