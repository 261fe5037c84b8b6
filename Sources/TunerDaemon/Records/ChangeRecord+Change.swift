import StateCore
import TunableEngine
import TunerAPI

extension ChangeRecord {
    /// Creates the record of a change, without its values if the filter hides them.
    init(_ change: Change, _ filter: SecretFilter) {
        self.init()
        let isSecret = filter.isSecret(change.key)
        key = change.key.text
        value = filter.shown(change.value, isSecret: isSecret)
        old = filter.shown(change.old, isSecret: isSecret)
        self.isSecret = isSecret ? true : nil
        origin = change.value == nil ? nil : change.origin.name
        end = change.end?.rfc3339
    }

    /// The largest number of changes in one response.
    static let limit = 1_000

    /// Returns the changes that fit into a response, and `true` if there are more.
    static func records(of changes: [Change], _ filter: SecretFilter) -> (changes: [ChangeRecord], more: Bool?) {
        (changes.prefix(limit).map { ChangeRecord($0, filter) }, changes.count > limit ? true : nil)
    }
}
