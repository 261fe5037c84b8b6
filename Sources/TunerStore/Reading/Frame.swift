/// The next part of a file.
enum Frame: Hashable {
    /// An undamaged batch with this number; its records are available until the next read.
    case batch(Int)
    /// The batches up to this one are lost, and a repair continued without them.
    case gap(through: Int)
    /// The writer closed the file.
    case end
    /// The file ends, or only zeros follow; the writer did not close it.
    case nothing
    /// Something follows that is not an undamaged frame.
    case damage
}
