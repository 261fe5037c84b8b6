package import JSONCore

/// A result with the members of ``ChangesResult`` and more.
package protocol ChangesHolding: JSONRecord {
    var result: ChangesResult { get set }
}

/// The result of a call that can be sent in pieces.
package protocol StagedResult: ChangesHolding {
    /// The number of received pieces; nil if the call is complete.
    var staged: Int64? { get set }
}

/// The result of a call that skips keys that it cannot change.
package protocol SkippingResult: ChangesHolding {
    /// The keys that the call skipped.
    var skipped: [SkippedKeyRecord]? { get set }
}
