import TestSupport
import Testing

extension Program {
    /// What a script that succeeds prints.
    static func output(of script: String) throws -> String {
        let result = try Program(script: "exec 2>&1; \(script)").wait()
        #expect(result.code == 0, "\(script): \(result.output)")
        return result.output
    }

    /// Whether a program is to be found; in continuous integration it must be.
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
