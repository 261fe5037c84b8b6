import JSONCore

/// The parameters of `subtract`.
struct Operands: JSONRecord {
    static let fields = JSONFieldTable<Operands>([
        .required("minuend", \.minuend, "What is made smaller."),
        .required("subtrahend", \.subtrahend, "By how much."),
    ]
    )

    var minuend: Int64 = 0
    var subtrahend: Int64 = 0
}
