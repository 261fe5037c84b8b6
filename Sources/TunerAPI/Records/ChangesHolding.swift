package import JSONCore

/// A result with the members of ``ChangesResult`` and more.
package protocol ChangesHolding: JSONRecord {
    var result: ChangesResult { get set }
}

/// The result of a call that may come in pieces.
package protocol StagedResult: ChangesHolding {
    /// How many pieces of the call are here, where further ones follow.
    var staged: Int64? { get set }
}

/// The result of a call that leaves keys as they are which it may not change.
package protocol LeavingResult: ChangesHolding {
    /// The keys that kept their values.
    var left: [LeftKeyRecord]? { get set }
}
