import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct DocumentationTests {
        private static let modules = [
            "TunerClient", "ClientCore", "TunerAPI", "TunableEngine", "FlagEngine", "RPCCore", "LoopCore", "OptionCore",
            "JSONCore", "SystemCore", "CSystem",
        ]

        @Test func `every Swift example in the documentation compiles, runs and prints what it says`() throws {
            let blocks = try SwiftBlock.all().filter { !$0.isManifest && !$0.isTest }
            // A search that finds nothing would always pass.
            try #require(blocks.count > 40)
            let result = try run(blocks)
            #expect(result.code == 0)
            #expect(result.output == "")
        }

        @Test func `a check in the documentation that does not run is reported`() throws {
            let lines = ["if false {", "    print(1)", "    // Prints \"1\"", "}", "#expect(true)"]
            let result = try run([SwiftBlock(file: "page.md", line: 7, lines: lines)])
            #expect(result == Program.Result(code: 1, output: "page.md:7: the check of line 9 did not run\n"))
        }

        /// Compiles and runs the blocks as one program, with its own daemon.
        private func run(_ blocks: [SwiftBlock]) throws -> Program.Result {
            let directory = try TemporaryDirectory()
            let program = directory.file("examples")
            try write(SwiftBlock.program(of: blocks, home: directory.path), to: directory.file("main.swift"))
            let daemon = try RunningDaemon()
            try compile(["main.swift"], in: directory, Self.modules, to: program)
            return try Program(script: "exec env TUNER_SOCKET='\(daemon.socket)' '\(program)'").wait()
        }

        /// Compiles files, and links them with modules of this package.
        private func compile(
            _ files: [String],
            in directory: TemporaryDirectory,
            _ modules: [String],
            _ options: String = "",
            to program: String
        ) throws {
            let built = BuiltProduct.path("")
            let sources = files.map { "'\(directory.file($0))'" }.joined(separator: " ")
            // The build keeps the objects of removed files, so look for the files, not for the objects.
            let compiled = try Program(
                script: """
                    objects=$(for module in \(modules.joined(separator: " ")); do
                        find '\(ProjectFile.path("Sources"))'/$module -name '*.swift' -printf "\(built)$module.build/%f.o\\n" \
                        -o -name '*.c' -printf "\(built)$module.build/%P.o\\n"
                    done)
                    exec swiftc -swift-version 6 -suppress-warnings \(options) \(sanitizer) -I '\(built)Modules' \
                    -Xcc -fmodule-map-file='\(built)CSystem.build/module.modulemap' \
                    \(sources) $objects -lm -o '\(program)'
                    """
            )
            .wait(within: .seconds(240))
            #expect(compiled == Program.Result(code: 0))
            try #require(compiled.code == 0)
        }

        @Test func `every part of a manifest in the documentation compiles`() throws {
            let blocks = try SwiftBlock.all().filter(\.isManifest)
            try #require(!blocks.isEmpty)
            let directory = try TemporaryDirectory()
            for block in blocks {
                try write(block.manifest, to: directory.file("Package.swift"))
                let compiled = try Program(
                    script: """
                        compiler=$(readlink -f "$(command -v swiftc)")
                        exec swiftc -typecheck -package-description-version 6.2 \
                        -I "${compiler%/bin/*}/lib/swift/pm/ManifestAPI" '\(directory.file("Package.swift"))'
                        """
                )
                .wait(within: .seconds(240))
                #expect(compiled == Program.Result(code: 0))
            }
        }

        @Test func `every file of tests in the documentation compiles, and its tests pass`() throws {
            let blocks = try SwiftBlock.all().filter(\.isTest)
            try #require(!blocks.isEmpty)
            let directory = try TemporaryDirectory()
            let main = """
                import Testing
                @main struct Main {
                    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
                }
                """
            try write(main, to: directory.file("Main.swift"))
            for block in blocks {
                let program = directory.file("tests")
                try write(block.code, to: directory.file("Tests.swift"))
                let modules = ["TunerTesting"] + Self.modules
                try compile(["Main.swift", "Tests.swift"], in: directory, modules, "-parse-as-library", to: program)
                let run = "exec env TUNERD='\(BuiltProduct.path("tunerd"))' '\(program)' 2>&1"
                let result = try Program(script: run).wait(within: .seconds(240))
                #expect(result.code == 0, "\(block.file): \(result.output)")
                #expect(result.output.contains("Test run with 1 test"), "\(block.file): \(result.output)")
            }
        }

        /// The option with which the tests themselves were built.
        private var sanitizer: String {
            let names = ["address": "__asan_init", "thread": "__tsan_init"]
            let used = names.first { unsafe dlsym(UnsafeMutableRawPointer(bitPattern: 0), $0.value) != nil }
            return used.map { "-sanitize=\($0.key)" } ?? ""
        }

        private func write(_ text: String, to path: String) throws {
            let file = try KernelFileSystem().open(path, [.write, .create, .truncate])
            try file.writeFully(Array(text.utf8).span, at: 0)
        }
    }
}
