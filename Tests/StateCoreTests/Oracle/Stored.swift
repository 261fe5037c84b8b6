import JSONCore
import StateCore

/// A value that a client set, and its end.
struct Stored: Equatable {
    var value: JSON
    var end: Moment?
    /// The value from before the first of consecutive temporary values.
    var before: JSON?
    /// The pending try that the value belongs to.
    var tryID: Int64?

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
        end = local.ending?.time
        before = local.ending?.before
        tryID = local.ending?.tryID
    }

    /// Returns the lasting value: the value that a temporary override will restore, or else the value itself.
    static func lasting(_ stored: Stored?) -> JSON? {
        stored?.end == nil ? stored?.value : stored?.before
    }
}
