/// Damage to a file of the state that a crash cannot have caused.
package struct StoreDamage: Hashable, Sendable {
    package enum Fault: Hashable, Sendable {
        /// The file does not exist, but other files depend on it.
        case missing
        /// The first line is damaged, or contradicts another file.
        case header
        /// The file is damaged from this line (counted from 1) and byte offset on.
        case batches(line: Int, offset: Int64)
        /// The file is damaged there, and a later frame of the file says that the damaged batch was on disk.
        case flushedBatch(line: Int, offset: Int64)
        /// The file ends there, without the line that marks its end.
        case unfinished(line: Int, offset: Int64)
        /// The file ends with this batch, but a later journal continues after a higher one.
        case ends(after: Int)
    }

    package let path: String
    package let fault: Fault
    let name: StoreFileName
}
