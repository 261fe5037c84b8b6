/// What a reader finds next in a file.
enum Frame: Hashable {
    /// A whole batch; its records can be looked at until the next step.
    case batch(Int)
    /// Batches that someone has decided to go on without.
    case gap(through: Int)
    /// The writer came to its end.
    case end
    /// The file ends, or only zero bytes follow: so a file ends whose writer did not say that it would.
    case nothing
    /// No whole batch stands here, though something does.
    case damage
}
