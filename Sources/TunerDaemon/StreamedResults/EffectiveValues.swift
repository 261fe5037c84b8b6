import JSONCore
import StateCore

/// The values that a client sees, by key: one page of them, or all.
struct EffectiveValues: KeyedMember {
    var cursor: KeyCursor
    private var page: Page

    init(_ cursor: KeyCursor, _ page: Page) {
        self.cursor = cursor
        self.page = page
    }

    var isCut: Bool { page.isFull }

    mutating func write(
        _ key: Span<UInt8>,
        _ tunable: StoredTunable?,
        _ resolution: Resolution,
        to writer: inout JSONWriter
    ) throws(JSONNotFinite) -> KeyCursor.Step {
        guard let value = resolution.value else { return .on }
        guard page.takesAnother() else { return .end }
        writer.name(key: key)
        try writer.value(value)
        return .on
    }
}
