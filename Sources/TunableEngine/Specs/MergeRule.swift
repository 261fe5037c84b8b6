/// The rule for an array that several sources, such as layers, have a value for.
package enum MergeRule: String, CaseIterable, Sendable {
    /// Only the value of the source with the highest priority applies.
    case replace
    /// The arrays of all sources are joined in order of priority, without duplicates.
    case union
}
