import JSONCore

/// What stands between the braces of a member that may be long: a value, of which a copy goes on by itself.
protocol StreamedMember {
    /// Whether it is an array and no object.
    static var isArray: Bool { get }

    /// Whether something was left for the next page.
    var isCut: Bool { get }

    /// Whether the record leaves the member out when it has no entries.
    var isAbsentIfEmpty: Bool { get }

    /// Writes the next entries, as many as there is budget for; answers whether all are written.
    mutating func writeEntries(
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget
    ) throws(JSONNotFinite) -> Bool
}

extension StreamedMember {
    static var isArray: Bool { false }

    var isCut: Bool { false }

    var isAbsentIfEmpty: Bool { false }
}
