import BlockingTests
import SystemCore
import TestSupport
import Testing

/// The programs of README.md in each language that needs no compiler: each prints the value, and then the next one.
@Suite(.blocking) struct LanguageTests {
    private static let blocks = blocks(of: (try? ProjectFile.text("README.md")) ?? "")
    private let directory: TemporaryDirectory
    private let environment: [String: String]

    init() throws {
        directory = try TemporaryDirectory()
        try Kernel.createDirectory(directory.file("run"), mode: 0o700)
        let programs = Path.directory(of: BuiltProduct.path("tunerctl"))
        environment = [
            "TUNER_SOCKET": directory.file("run/tunerd.sock"), "HOME": directory.path, "PYTHONUNBUFFERED": "1",
            "PYTHONPATH": ProjectFile.path("clients/python/src"), "PYTHONDONTWRITEBYTECODE": "1",
            "PATH": "\(programs):\(Kernel.environment("PATH") ?? "")",
        ]
    }

    /// Returns the text of each block of the section about languages, by the name of its language.
    private static func blocks(of text: String) -> [String: String] {
        let section = text.split(separator: "## Use it in your language").last?.split(separator: "</table>").first ?? ""
        var blocks: [String: String] = [:]
        let cells = /<td>(?:<a[^>]*>)?([a-zA-Z ]+)(?:<\/a>)?<\/td><td>\n\n```[a-z]*\n((?:.|\n)*?)```/
        for block in section.matches(of: cells) {
            blocks[String(block.1)] = String(block.2)
        }
        return blocks
    }

    @Test func `README has a program for each language`() {
        #expect(Self.blocks.keys.sorted() == ["C", "JavaScript", "Python", "Swift", "any other", "shell"])
    }

    private static let areInstalled: ConditionTrait = .enabled(
        if: Demands.areStrict || ["python3", "node"].allSatisfy { Demands.path(of: $0) != nil },
        "missing here: python3 or node"
    )

    @Test(areInstalled, arguments: ["Python", "JavaScript", "shell", "any other"])
    func `a program of README prints the value and its change`(language: String) throws {
        let daemon = try Program(
            BuiltProduct.path("tunerd"),
            ["--socket", directory.file("run/tunerd.sock"), "--state", directory.file("state"), "--durability", "none"]
        )
        _ = try daemon.errors { $0.contains("listening on") }
        let declare = "tunerctl declare ui.cornerRadius --type number --default 12 --min 0 --max 40"
        if !["Python", "JavaScript"].contains(language) {
            _ = try Program(script: declare, [], environment: environment).wait()
        }
        let program = try start(try #require(Self.blocks[language]), in: language)
        // JSON and Python write a number of the type `number` in their own ways.
        _ = try program.output { $0.contains("12") }
        _ = try Program(script: "tunerctl set ui.cornerRadius 18", [], environment: environment).wait()
        _ = try program.output { $0.contains("18") }
        try program.crash()
    }

    private func start(_ text: String, in language: String) throws -> Program {
        let source = directory.file("program.mjs")
        let file = KernelFile(try Kernel.open(source, [.write, .create]))
        try file.writeFully(Array(text.utf8).span, at: 0)
        let script =
            switch language {
            case "Python": "exec python3 \"$1\""
            case "JavaScript":
                """
                mkdir "$HOME/node_modules" &&
                    ln -s '\(ProjectFile.path("clients/javascript"))' "$HOME/node_modules/tuner-client" && exec node "$1"
                """
            default: "exec sh \"$1\""
            }
        return try Program(script: script, [source], environment: environment)
    }
}
