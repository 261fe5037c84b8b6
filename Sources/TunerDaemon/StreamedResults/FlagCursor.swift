import FlagEngine
import JSONCore
import StateCore

/// A position in the flags of a view, in the byte order of their keys, which advances in pieces.
struct FlagCursor {
    let view: View
    private var last: FlagKey?
    private var page: Page

    init(_ view: View, after start: FlagKey?, _ page: Page) {
        self.view = view
        last = start
        self.page = page
    }

    /// Whether at least one flag did not fit into the page.
    var isCut: Bool { page.isFull }

    /// Writes the next flags until the budget is used up; returns whether all flags are written.
    mutating func write(
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget,
        _ write: (EffectiveFlag, inout JSONWriter) throws(JSONNotFinite) -> Void
    ) throws(JSONNotFinite) -> Bool {
        var stop: FlagKey?
        var page = page
        try view.state.visitFlags(after: last) { (bytes, shared) throws(JSONNotFinite) in
            guard let flag = EffectiveFlag(shared, own: view.world?.flags.value(of: bytes)) else { return true }
            guard page.takesAnother() else { return false }
            try write(flag, &writer)
            budget.noteEvaluation(hasRule: flag.definition.rule != nil)
            guard budget.isFull(writer) else { return true }
            stop = flag.definition.key
            return false
        }
        self.page = page
        last = stop
        return stop == nil
    }
}
