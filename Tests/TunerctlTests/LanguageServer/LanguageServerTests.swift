import BlockingTests
import SystemCore
import TestSupport
import Testing

/// `tunerctl lsp` with a real daemon, and the client of pytest-lsp.
@Suite(.blocking) struct LanguageServerTests {
    private static let python = ProjectFile.path(".build/python/bin/python3")
    private static let client: ConditionTrait = .enabled(
        if: Demands.areStrict || Kernel.isProgram(python),
        "missing here: pytest-lsp; install it with: .ci/python"
    )
    private static let source = """
        a = tuner.get("ui.radius", 12)
        b = "ä😀"; c = tuner.get("ui.scale", 7.0)
        d = tuner.get("ui.scal", 1)
        e = tuner.get("ui.tint", "#000000")

        """

    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
    }

    private func prepare() throws -> String {
        _ = try installation.run("start")
        _ = try installation.run("set", "ui.radius", "18")
        _ = try installation.run("declare", "ui.scale", "--type", "number", "--default", "1.5", "--max", "3")
        _ = try installation.run("declare", "ui.tint", "--type", "string", "--format", "color", "--default", "#000000")
        let path = installation.file("work")
        try Kernel.createDirectory(path, mode: 0o700)
        _ = try installation.write(Self.source, to: "work/demo.py")
        _ = try installation.write("tunerctl get ui.radius\n", to: "work/run.sh")
        return path
    }

    @Test(client, arguments: [("emacs", "utf-8", 43), ("neovim", "utf-8", 43), ("visual-studio-code", "utf-16", 40)])
    func `an editor uses every feature`(profile: String, encoding: String, column: Int) throws {
        let directory = try prepare()
        let script = ProjectFile.path("Tests/TunerctlTests/LanguageServer/session.py")
        let arguments = [script, profile, installation.file("bin/tunerctl"), directory]
        let program = try Program(Self.python, arguments, environment: installation.searchingEnvironment)
        let result = try program.wait()
        #expect(result.errors == "")
        #expect(
            result.output == """
                encoding \(encoding)
                hints [(0, 29, '→ 18'), (1, \(column), '→ 1.5')]
                baked a = tuner.get("ui.radius", 18)
                diagnostics [(1, 'out-of-range', 'ui.scale must be at most 3, got 7.0'), \
                (2, 'unknown-key', 'there is no key ui.scal; did you mean ui.scale?')]
                changed (0, 29, '→ 20')
                hover markdown **ui.radius** = `20` (local)
                completion ['ui.radius', 'ui.scale', 'ui.tint']
                definition [('demo.py', 0)]
                references [('demo.py', 0), ('run.sh', 0)]
                lens 18 → 20 by tunerctl
                actions ['Bake 20 as the default of ui.radius', 'Set ui.radius to 12', 'Reset ui.radius', \
                'Declare ui.radius with the default 12', 'Bake all 1 live value of this file']
                set 12 pytest
                color 3 0.0 "#0080ff"
                picked #0080ff
                rename [('demo.py', 1), ('run.sh', 1)]
                renamed 12 False
                exit 0

                """
        )
    }

    @Test(client, .enabled(if: Demands.areStrict || Demands.path(of: "clangd") != nil, "missing here: clangd"))
    func `another language server works through this one, and its end leaves this one`() throws {
        _ = try installation.run("start")
        _ = try installation.run("set", "game.x", "18")
        try Kernel.createDirectory(installation.file("work"), mode: 0o700)
        let source = """
            struct tuner { double (*get)(const char *key, double value); };
            extern struct tuner tuner;
            static double twice(double value) { return 2 * value; }
            double a() { return twice(tuner.get("game.x", 12.0)); }
            double b() { return tuner.get("game.why", 1) + nowhere; }

            """
        _ = try installation.write(source, to: "work/demo.c")
        let script = ProjectFile.path("Tests/TunerctlTests/LanguageServer/pair.py")
        let clangd = try #require(Demands.path(of: "clangd"))
        let arguments = [script, installation.file("bin/tunerctl"), "\(clangd) --log=error", installation.file("work")]
        let program = try Program(Self.python, arguments, environment: installation.searchingEnvironment)
        let result = try program.wait()
        #expect(result.errors == "")
        #expect(
            result.output == """
                server clangd
                commands True
                diagnostics ['undeclared_var_use', 'unknown-key']
                hover True
                hover True False
                definition [2]
                hints True True
                diagnostics ['unknown-key']
                message \(clangd) --log=error has ended with signal 9; only the keys of Tuner are served now
                hover True

                """
        )
    }

    private func framed(_ message: String) -> String { "Content-Length: \(message.utf8.count)\r\n\r\n\(message)" }

    @Test func `the server connects to a daemon that starts later`() throws {
        let server = try installation.start("lsp")
        let capabilities = #"{"workspace":{"inlayHint":{"refreshSupport":true}}}"#
        let document =
            #"{"uri":"file:///a.py","languageId":"python","version":1,"text":"tuner.get('ui.radius', 12)"}"#
        let range = #"{"start":{"line":0,"character":0},"end":{"line":1,"character":0}}"#
        let messages = [
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":\#(capabilities)}}"#,
            #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":\#(document)}}"#,
        ]
        try server.write(messages.map(framed).joined())
        _ = try server.output { $0.contains(#""id":1,"result":"#) }
        _ = try installation.run("start")
        _ = try installation.run("set", "ui.radius", "18")
        _ = try server.output { $0.contains("workspace/inlayHint/refresh") }
        var id = 2
        // The first refresh can be for the connection, before the value is set.
        repeat {
            let parameters = #"{"textDocument":{"uri":"file:///a.py"},"range":\#(range)}"#
            let request = "textDocument/inlayHint"
            try server.write(framed(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(request)","params":\#(parameters)}"#))
            id += 1
        } while try !server.output { $0.contains("\"id\":\(id - 1),\"result\"") }.contains("→ 18")
        try server.write(
            [#"{"jsonrpc":"2.0","id":0,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#].map(framed)
                .joined()
        )
        #expect(try server.wait().code == 0)
    }

    @Test func `the server ends with its input, also without a daemon`() throws {
        let server = try installation.start("lsp")
        try server.write(framed(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#))
        _ = try server.output { $0.contains(#""id":1,"result":"#) }
        server.endInput()
        #expect(try server.wait().code == 1)
    }

    @Test func `the server ends when the process of the editor has ended`() throws {
        let editor = try Program(script: "read line", on: .allPipes)
        let server = try installation.start("lsp")
        let request =
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":\#(editor.processID)}}"#
        try server.write(framed(request))
        _ = try server.output { $0.contains(#""id":1,"result":"#) }
        editor.endInput()
        _ = try editor.wait()
        #expect(try server.wait().code == 1)
    }
}
