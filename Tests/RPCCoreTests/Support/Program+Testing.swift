import SystemCore
import TestSupport
import Testing

extension Program {
    /// What a script that succeeds prints.
    static func output(of script: String, within limit: Duration = .seconds(15)) throws -> String {
        let directory = try TemporaryDirectory()
        let path = directory.file("output")
        let program = try Program("{ \(script)\n} </dev/null >'\(path)' 2>&1")
        let status = try program.wait(within: limit)
        let bytes = try KernelFile(try Kernel.open(path, .read)).readWhole()
        let output = String(decoding: bytes, as: UTF8.self)
        #expect(status == 0, "\(script): \(output)")
        return output
    }

    /// Whether a program is to be found; in continuous integration it must be.
    static func needs(_ names: String...) -> ConditionTrait {
        let missing = names.filter { name in
            guard let program = try? Program("command -v \(name) >/dev/null 2>&1") else { return true }
            return (try? program.wait(within: .seconds(5))) != 0
        }
        return .enabled(
            if: missing.isEmpty || Demands.areStrict,
            "missing here: \(missing.joined(separator: ", "))"
        )
    }
}
