import JSONCore
import StateCore

/// A value that was set, and when it ends.
struct Stored: Equatable {
    var value: JSON
    var end: Moment?
    /// What was stored when the first `for` that had not ended began.
    var before: JSON?

    init(_ value: JSON) {
        self.value = value
    }

    init?(_ value: JSON?) {
        guard let value else { return nil }
        self.value = value
    }

    init?(_ local: LocalValue?) {
        guard let local else { return nil }
        value = local.value
        end = local.override?.end
        before = local.override?.before
    }

    /// What stays when overrides are left out.
    static func lasting(_ stored: Stored?) -> JSON? {
        stored?.end == nil ? stored?.value : stored?.before
    }
}
