import JSONCore
import StateCore

extension HeadLine {
    /// What stands at the beginning of a snapshot.
    init(_ state: State) {
        self.init()
        revision = state.revision
        active = state.activeNames
        limits = state.limits.map { LimitLine($0) }
        undone = state.history.marks.map { [$0.undone, $0.by] }
    }
}
