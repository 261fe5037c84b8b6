/// Who makes a state of the records, in their order.
///
/// What it makes may be used when the recovery has come to its end, not before.
package protocol RecordConsumer {
    /// Comes before the first record, and once more when what was given must be forgotten: it was of a snapshot of which
    /// the end is damaged.
    mutating func begin()

    /// Takes one record, without its newline; it was checked.
    mutating func take(_ record: Span<UInt8>, from kind: StoreFileName.Kind) throws(RecordRefusal)
}
