/// A consumer that builds a state from the recovered records, in order.
///
/// The state is valid only after recovery has returned.
package protocol RecordConsumer {
    /// Discards all records so far.
    ///
    /// Recovery calls this function before the first record. It calls the function again when it must start over, for
    /// example because the end of a snapshot is damaged.
    mutating func begin()

    /// Adds one record, without its newline; the record's checksum was verified.
    mutating func load(_ record: Span<UInt8>, from kind: StoreFileName.Kind) throws(RecordFault)
}
