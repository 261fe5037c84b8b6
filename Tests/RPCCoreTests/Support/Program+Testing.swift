import TestSupport
import Testing

extension Program {
    /// Returns the output of a script, which must succeed.
    static func output(of script: String) throws -> String {
        let result = try Program(script: "exec 2>&1; \(script)").wait()
        #expect(result.code == 0, "\(script): \(result.output)")
        return result.output
    }

    /// Returns a condition that enables a test if the programs are installed.
    ///
    /// In continuous integration, the test always runs.
    static func needs(_ names: String...) -> ConditionTrait {
        let missing = names.filter { name in
            (try? Program(script: "command -v \(name)").wait().code) != 0
        }
        return .enabled(
            if: missing.isEmpty || Demands.areStrict,
            "missing here: \(missing.joined(separator: ", "))"
        )
    }
}
