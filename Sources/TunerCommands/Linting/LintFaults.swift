/// The faults of a file, as an error.
struct LintFaults: Error {
    let faults: [LintFault]

    init(_ faults: [LintFault]) { self.faults = faults }
}
