import BlockingTests
import SystemCore
import TestSupport
import Testing

/// Tests of the Swift code in `CONTRIBUTING.md`.
@Suite(.blocking) struct ContributingTests {
    @Test func `the method and the command of CONTRIBUTING.md compile`() throws {
        let parts = try ProjectFile.text("CONTRIBUTING.md").split(separator: "```swift\n").dropFirst()
        let blocks = parts.map { $0.prefix(upTo: $0.firstRange(of: "```")?.lowerBound ?? $0.endIndex) }
        try #require(blocks.count == 4)
        let code = """
            import JSONCore
            @testable import TunerAPI
            @testable import TunerCommands
            @testable import TunerDaemon
            enum Family {
                static let discover = API.discover
                \(blocks[0])
            }
            \(blocks[1])
            func register(in methods: inout DaemonMethods) {
                \(blocks[2])
            }
            \(blocks[3])
            """
        let directory = try TemporaryDirectory()
        let file = try KernelFileSystem().open(directory.file("Blocks.swift"), [.write, .create])
        try file.writeFully(Array(code.utf8).span, at: 0)
        let built = BuiltProduct.path("")
        // The build names the package after its directory.
        let package = ProjectFile.path("").split(separator: "/").last?.lowercased() ?? ""
        let compiled = try Program(
            script: """
                exec swiftc -typecheck -swift-version 6 -package-name '\(package)' -parse-as-library -suppress-warnings \
                -I '\(built)Modules' -Xcc -fmodule-map-file='\(built)CSystem.build/module.modulemap' \
                -Xcc -fmodule-map-file='\(built)CPreload.build/module.modulemap' \
                '\(directory.file("Blocks.swift"))'
                """
        )
        .wait(within: .seconds(240))
        #expect(compiled == Program.Result(code: 0))
    }
}
