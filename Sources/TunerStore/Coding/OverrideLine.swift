import FlagEngine
import JSONCore
import StateCore

/// The override of a flag; all members are nil if there is no override.
struct OverrideLine: JSONRecord {
    package static let fields = JSONFieldTable<OverrideLine>([
        .optional("variant", \.variant, "The name of a variant."),
        .optional("value", \.value, "A value that no variant has."),
        .optional("end", \.end, "The time when the override ends, in milliseconds since 1970."),
        .optional("variantBefore", \.variantBefore, "The variant of the override after that time."),
        .optional("before", \.before, "The value of the override after that time."),
        .optional("try", \.tryID, "The pending try that the override belongs to."),
    ])

    var variant: String?
    var value: JSON?
    var end: Int64?
    var variantBefore: String?
    var before: JSON?
    var tryID: Int64?

    package init() {}
}

extension OverrideLine {
    /// Creates the line for an override, or an empty line for nil.
    init(_ override: StoredOverride?) {
        self.init()
        (variant, value) = OverrideLine.words(override?.content)
        (variantBefore, before) = OverrideLine.words(override?.ending?.before)
        end = override?.ending?.time.milliseconds
        tryID = override?.ending?.tryID
    }

    /// The override, or nil if the line is empty.
    var override: StoredOverride? {
        guard let override = OverrideLine.override(variant, value) else { return nil }
        let ending = end.map { end in
            StoredOverride.Ending(
                time: Moment(milliseconds: end),
                before: OverrideLine.override(variantBefore, before),
                tryID: tryID
            )
        }
        return StoredOverride(override, ending: ending)
    }

    private static func words(_ override: FlagOverride?) -> (variant: String?, value: JSON?) {
        switch override {
        case nil: (nil, nil)
        case .variant(let name): (name, nil)
        case .value(let value): (nil, value)
        }
    }

    private static func override(_ variant: String?, _ value: JSON?) -> FlagOverride? {
        variant.map { .variant($0) } ?? value.map { .value($0) }
    }
}
