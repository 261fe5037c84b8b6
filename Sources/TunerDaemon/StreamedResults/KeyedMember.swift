import JSONCore
import StateCore

/// A long member whose entries come from a cursor over keys.
protocol KeyedMember: StreamedMember {
    var cursor: KeyCursor { get set }

    /// Writes the entry of a key, if the key has one; returns how the cursor continues.
    mutating func write(
        _ key: Span<UInt8>,
        _ tunable: StoredTunable?,
        _ resolution: Resolution,
        to writer: inout JSONWriter
    ) throws(JSONNotFinite) -> KeyCursor.Step
}

extension KeyedMember {
    mutating func writeEntries(
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget
    ) throws(JSONNotFinite) -> Bool {
        var cursor = cursor
        var steps = budget.steps
        try cursor.advance(steps: &steps) { (key, tunable, resolution) throws(JSONNotFinite) in
            let step = try write(key, tunable, resolution, to: &writer)
            return step == .on && budget.isFull(writer) ? .pause : step
        }
        budget.steps = steps
        self.cursor = cursor
        return cursor.isDone
    }
}
