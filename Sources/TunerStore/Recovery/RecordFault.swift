/// The reason why a consumer cannot use a record.
package struct RecordFault: Error, Hashable, Sendable {
    /// The end of a sentence that begins with "the record in line 7 …".
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}
