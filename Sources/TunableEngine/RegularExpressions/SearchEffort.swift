/// How much may still be done to look for patterns in one value: a step for each instruction that is looked at.
///
/// Whoever declares a pattern and sets a text to it decides how many there are, up to the size of the pattern for each
/// character. Nobody else may wait for that.
package struct SearchEffort: Sendable {
    /// What was to be done takes more steps than there may be.
    package struct Exhausted: Error {}

    /// So many steps are taken for one value: some tens of milliseconds.
    package static let limit = 1 << 23

    private var left: Int

    /// Allows so many steps.
    package init(limit: Int = SearchEffort.limit) {
        left = limit
    }

    /// Takes steps, which must be there.
    mutating func spend(_ steps: Int) throws(Exhausted) {
        guard steps <= left else { throw Exhausted() }
        left -= steps
    }
}
