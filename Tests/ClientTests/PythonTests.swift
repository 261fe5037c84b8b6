import BlockingTests
import SystemCore
import TestSupport
import Testing

/// The tests of the Python client in `clients/python/tests`, with the real daemon.
@Suite(.blocking) struct PythonTests {
    /// The interpreter that has pytest and the SDK of OpenFeature, which `.ci/run` installs.
    private static let python = ProjectFile.path(".build/python/bin/python3")
    private static let directory = ProjectFile.path("clients/python")
    private static let tests: ConditionTrait = .enabled(
        if: Demands.areStrict || Kernel.isProgram(python),
        "missing here: the packages for Python; install them with: .ci/python"
    )
    /// The names of all files of tests; empty if they cannot be read, which a test reports.
    private static let files = ((try? Kernel.names(in: "\(directory)/tests")) ?? [])
        .filter { $0.hasPrefix("test_") && $0.hasSuffix(".py") }.sorted()

    @Test(tests, arguments: files) func `the tests of the Python client pass`(file: String) throws {
        // The tests write nothing into the project. A plugin of another package changes no test.
        let options = ["-q", "-p", "no:cacheprovider", "-p", "no:asyncio", "-p", "no:lsp"]
        let words = ["-m", "pytest"] + options + ["tests/\(file)"]
        let script = "cd '\(Self.directory)' && exec env PYTHONDONTWRITEBYTECODE=1 TUNERD=\"$1\" \"${@:2}\""
        let command = ["-c", script, "bash", BuiltProduct.path("tunerd"), Self.python] + words
        let result = try Program("/bin/bash", command).wait(within: .seconds(300))
        let summary = result.output.split(separator: "\n").last ?? ""
        #expect(result.code == 0, "\(result.output)\(result.errors)")
        #expect(summary.wholeMatch(of: #/[1-9][0-9]* passed in .*/#) != nil, "a test was skipped: \(result.output)")
    }

    @Test(tests) func `there are tests of each subject`() {
        #expect(Self.files.count >= 12, "\(Self.files)")
    }
}
