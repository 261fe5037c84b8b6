import TestSupport

extension Program {
    /// Starts a process that acquires a daemon's resources, prints the result, and holds them until its input ends.
    ///
    /// `$$` in the variables is the process ID.
    static func resources(_ options: [String], passing descriptors: [Int32], variables: String) throws -> Program {
        let script = "exec env \(variables) '\(BuiltProduct.path("test-resources"))' \"$@\""
        return try Program(script: script, options, on: .allPipes, passing: descriptors)
    }

    /// Ends the process in an orderly way; returns its last line.
    func lastLine() throws -> String {
        endInput()
        return try line()
    }
}
