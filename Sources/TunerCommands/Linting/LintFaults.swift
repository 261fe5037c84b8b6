/// What is wrong with a file that was to be followed.
struct LintFaults: Error {
    let faults: [LintFault]

    init(_ faults: [LintFault]) { self.faults = faults }
}
