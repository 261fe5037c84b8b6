import EditorServer
import OptionCore
import SystemCore

extension Command {
    static let lsp = Command(
        "lsp",
        "Serve an editor: show live values in its source code.",
        shell: .refused,
        details: """
            A language server (LSP 3.17) on standard input and output. An editor starts it, beside the language server of
            the language. It finds keys in string literals and calls of any language, and shows the live value of each.
            It connects to the daemon when there is one, and again after a loss.
            """,
        settings: EditorOptions(),
        options: [Option("--lens", "show the last change of each key above its line") { $0.hasLens = true }],
        examples: ["tunerctl lsp", "tunerctl lsp --lens"]
    ) { (invocation, options, _) throws(Failure) in
        let daemon = try DaemonEndpoint(invocation.global)
        let settings = daemon.settings(within: invocation.global.timeout ?? DaemonEndpoint.patience)
        let code = try Failure.system { () throws(SystemError) in try EditorService(settings, options).run() }
        return code == 0 ? .done : .refused
    }
}
