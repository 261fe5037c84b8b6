import StateCore
import TunableEngine
import TunerAPI

extension ChangeRecord {
    init(_ change: Change) {
        self.init()
        key = change.key.text
        value = change.value
        old = change.old
        origin = change.value == nil ? nil : change.origin.name
        end = change.end?.rfc3339
    }

    /// The largest number of changes in one response.
    static let limit = 1_000

    /// Returns the changes that fit into a response, and `true` if there are more.
    static func records(of changes: [Change]) -> (changes: [ChangeRecord], more: Bool?) {
        (changes.prefix(limit).map { ChangeRecord($0) }, changes.count > limit ? true : nil)
    }
}
