/// Why a record means nothing to whom it was given.
package struct RecordRefusal: Error, Hashable, Sendable {
    /// As a sentence goes on after "the record in line 7 …".
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}
