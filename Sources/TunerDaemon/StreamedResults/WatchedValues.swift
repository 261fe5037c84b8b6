import JSONCore
import StateCore
import TunableEngine

/// The values of a subscriber's keys: first the named keys, then the keys that match its patterns.
struct WatchedValues: StreamedMember {
    private let view: View
    /// The named keys.
    ///
    /// An index moves through the array, because removing elements would copy it if it is shared.
    private let named: [Key]
    private var next = 0
    private var matched: FoundValues?

    init(_ interest: KeyInterest, in view: View) {
        self.view = view
        named = interest.keys.sorted()
        if !interest.patterns.isEmpty {
            let cursor = KeyCursor(view, matching: KeyPatterns(patterns: interest.patterns))
            // Skip the named keys, which are already written.
            matched = FoundValues(cursor: cursor) { [keys = interest.keys] key, _, resolution in
                keys.isEmpty || !keys.contains(Key(known: key)) ? resolution.value : nil
            }
        }
    }

    mutating func writeEntries(
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget
    ) throws(JSONNotFinite) -> Bool {
        while next < named.count {
            guard !budget.isFull(writer) else { return false }
            budget.steps -= 1
            let bytes = named[next].text.utf8.span
            next += 1
            if let value = view.resolution(of: bytes).value {
                writer.name(key: bytes)
                try writer.value(value)
            }
        }
        return try matched?.writeEntries(to: &writer, in: &budget) ?? true
    }
}
