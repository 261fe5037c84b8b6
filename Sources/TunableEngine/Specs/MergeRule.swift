/// What becomes of an array that several places hold a value for.
package enum MergeRule: String, CaseIterable, Sendable {
    /// The first place's value is the value.
    case replace
    /// The elements of all are joined, each once.
    case union
}
