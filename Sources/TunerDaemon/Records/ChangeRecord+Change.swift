import StateCore
import TunableEngine
import TunerAPI

extension ChangeRecord {
    /// A change as clients read it.
    init(_ change: Change) {
        self.init()
        key = change.key.text
        value = change.value
        old = change.old
        origin = change.value == nil ? nil : change.origin.name
    }

    /// How many changes an answer tells.
    static let most = 1_000

    /// As many as an answer tells, and whether there are more.
    static func told(_ changes: [Change]) -> (changes: [ChangeRecord], more: Bool?) {
        (changes.prefix(most).map { ChangeRecord($0) }, changes.count > most ? true : nil)
    }
}
