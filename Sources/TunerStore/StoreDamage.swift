/// What is wrong with a file of which more is there than a crash would have left so.
package struct StoreDamage: Hashable, Sendable {
    package enum Fault: Hashable, Sendable {
        /// The file is not there, and others need it.
        case missing
        /// The first line is not what was written there.
        case header
        /// From this line on.
        case batches(line: Int, offset: Int64)
        /// It ends with this batch, and others count on one more.
        case ends(after: Int)
    }

    package let path: String
    package let fault: Fault
    let name: StoreFileName
}
