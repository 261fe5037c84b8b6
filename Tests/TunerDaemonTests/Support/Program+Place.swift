import TestSupport

extension Program {
    /// Starts a process that takes a daemon's place, says what came of it, and holds the place until its input ends; `$$`
    /// in the variables is its pid.
    static func place(_ options: [String], passing descriptors: [Int32], variables: String) throws -> Program {
        let script = "exec env \(variables) '\(BuiltProduct.path("test-place"))' \"$@\""
        return try Program(script: script, options, on: .allPipes, passing: descriptors)
    }

    /// Lets it end in order; answers its last line.
    func lastLine() throws -> String {
        endInput()
        return try line()
    }
}
