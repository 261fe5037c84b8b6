import BlockingTests
import SystemCore
import TestSupport
import Testing

/// The tests of the JavaScript client, in Node and with the real daemon.
@Suite(.blocking) struct JavaScriptTests {
    private static let node = Demands.path(of: "node")
    private static let isInstalled: ConditionTrait = .enabled(
        if: Demands.areStrict || node != nil,
        "missing here: node; install nodejs"
    )
    private static let directory = ProjectFile.path("clients/javascript/tests")
    private static let files = ((try? Kernel.names(in: directory)) ?? []).filter { $0.hasSuffix(".test.js") }.sorted()

    /// The environment of the tests: they find the daemon by `TUNERD`.
    private static var environment: [String: String] {
        let names = ["PATH", "HOME", "TMPDIR", "CI"]
        let inherited = names.compactMap { name in Kernel.environment(name).map { (name, $0) } }
        return Dictionary(uniqueKeysWithValues: inherited + [("TUNERD", BuiltProduct.path("tunerd"))])
    }

    /// Returns a count in the summary of Node's test runner, such as that of `# pass 12`.
    private func count(_ name: String, in output: String) -> Int? {
        output.split(separator: "\n").last { $0.hasPrefix("# \(name) ") }.flatMap { Int($0.dropFirst(name.count + 3)) }
    }

    @Test(isInstalled, arguments: files) func `the tests of a file pass in Node`(file: String) throws {
        let words = ["--test", "--test-reporter", "tap", "\(Self.directory)/\(file)"]
        let program = try Program(try #require(Self.node), words, environment: Self.environment)
        let result = try program.wait(within: .seconds(240))
        #expect(result.code == 0, "\(result.output)\(result.errors)")
        let passed = try #require(count("pass", in: result.output), "\(result.output)\(result.errors)")
        #expect(passed >= 3, "\(result.output)")
        #expect(count("fail", in: result.output) == 0)
        #expect(!Demands.areStrict || count("skipped", in: result.output) == 0, "\(result.output)")
    }

    @Test func `the tests of the client have a file for each subject`() {
        #expect(Self.files.count >= 6)
    }
}
