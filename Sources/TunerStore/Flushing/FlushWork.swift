/// One piece of work for the thread that writes the journal.
enum FlushWork: Hashable {
    case append(records: [UInt8], count: Int, revision: Int64, through: Int)
    case rotate(after: Int)
    /// Begins a new file if the journal has failed and has no new file yet.
    case renew
    case close
}
