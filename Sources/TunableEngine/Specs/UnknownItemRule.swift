/// The rule for items of an array that `items.enum` does not contain.
package enum UnknownItemRule: String, CaseIterable, Sendable {
    /// The whole array is refused.
    case refuse
    /// The items are left out.
    case drop
}
