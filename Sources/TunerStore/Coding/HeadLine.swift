import JSONCore
import StateCore

/// The first record of a snapshot: everything except keys, flags, layers, commits and soft state.
struct HeadLine: JSONRecord {
    package static let fields = JSONFieldTable<HeadLine>([
        .required("activate", \.active, "The active layers, in order of precedence."),
        .required("revision", \.revision, "The revision of the last commit."),
        .defaulted("limits", \.limits, "All entries of the manual kill switch."),
        .defaulted("undone", \.undone, "The undone commits, each with the commit that undid it."),
    ])

    var revision: Int64 = 0
    var active: [String] = []
    var limits: [KillSwitchLine] = []
    var undone: [[Int64]] = []

    package init() {}
}

extension HeadLine {
    /// Creates the head line for a state.
    init(_ state: State) {
        self.init()
        revision = state.revision
        active = state.activeNames
        limits = state.killSwitch.map { KillSwitchLine($0) }
        undone = state.history.marks.map { [$0.undone, $0.by] }
    }
}
