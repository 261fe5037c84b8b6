/// The number of steps left for pattern searches in one value; looking at one instruction is one step.
///
/// A client chooses the pattern and the text, so the client decides how many steps a search takes: up to the pattern's
/// size for each character. The limit keeps other clients from waiting for that search.
package struct SearchEffort: Sendable {
    /// The search needs more steps than are left.
    package struct Exhausted: Error {}

    /// The default number of steps for one value, which take some tens of milliseconds.
    package static let limit = 1 << 23

    private var left: Int

    package init(limit: Int = SearchEffort.limit) {
        left = limit
    }

    /// Subtracts steps, or throws if too few are left.
    mutating func spend(_ steps: Int) throws(Exhausted) {
        guard steps <= left else { throw Exhausted() }
        left -= steps
    }
}
