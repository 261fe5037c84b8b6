import JSONCore
import StateCore

/// A commit that was made like the one before it, by the same and at the same time: what it stores is all that is new.
struct NextCommitLine: JSONRecord {
    package static let fields = JSONFieldTable<NextCommitLine>([
        .required("edits", \.edits, "What is stored since.")
    ])

    var edits: [EditLine] = []

    package init() {}

    /// What the commit that was written down stores.
    func stored() throws(CodingFault) -> [Edit] {
        try edits.map { (line) throws(CodingFault) in try line.edit() }
    }
}
