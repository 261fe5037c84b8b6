import JSONCore

/// What a flag is forced to be; nothing where it is not.
struct ForcedLine: JSONRecord {
    package static let fields = JSONFieldTable<ForcedLine>([
        .optional("variant", \.variant, "The name of a variant."),
        .optional("value", \.value, "A value that is no variant's."),
        .optional("end", \.end, "When it ends, in milliseconds since 1970."),
        .optional("variantBefore", \.variantBefore, "The variant that comes back then."),
        .optional("before", \.before, "The value that comes back then."),
    ])

    var variant: String?
    var value: JSON?
    var end: Int64?
    var variantBefore: String?
    var before: JSON?

    package init() {}
}
