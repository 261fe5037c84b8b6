/// One thing to do for the thread that writes the journal.
enum FlushWork: Hashable {
    case append(records: [UInt8], count: Int, revision: Int64, through: Int)
    case rotate(after: Int)
    /// Begins a journal that has failed anew, unless that was done.
    case renew
    case close
}
