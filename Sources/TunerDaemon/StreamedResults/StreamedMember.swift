import JSONCore

/// The entries of a member that may be too long for one turn.
///
/// This is a value: a copy continues independently.
protocol StreamedMember {
    /// Whether the member is an array, not an object.
    static var isArray: Bool { get }

    /// Whether at least one entry did not fit into the page.
    var isCut: Bool { get }

    /// Whether the time alone may change an entry that was written.
    var readsTime: Bool { get }

    /// Whether the record omits the member if it has no entries.
    var isAbsentIfEmpty: Bool { get }

    /// Writes the next entries until the budget is used up; returns whether all entries are written.
    mutating func writeEntries(
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget
    ) throws(JSONNotFinite) -> Bool
}

extension StreamedMember {
    static var isArray: Bool { false }

    var isCut: Bool { false }

    var readsTime: Bool { false }

    var isAbsentIfEmpty: Bool { false }
}
