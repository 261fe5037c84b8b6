import JSONCore
import StateCore
import TunerAPI

/// The list of the flags that a client sees: one page of it, or all.
struct ListedFlags: StreamedMember {
    private var cursor: FlagCursor

    init(_ cursor: FlagCursor) {
        self.cursor = cursor
    }

    static var isArray: Bool { true }

    var isCut: Bool { cursor.isCut }

    mutating func writeEntries(
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget
    ) throws(JSONNotFinite) -> Bool {
        try cursor.write(to: &writer, in: &budget) { (flag, writer) throws(JSONNotFinite) in
            try ListedFlag(flag).write(to: &writer)
        }
    }
}
