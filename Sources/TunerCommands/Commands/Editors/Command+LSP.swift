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

            Some editors run one server in a buffer. With --with, such an editor has the results of two: COMMAND is a
            command line of a shell, such as 'clangd --log=error'. Hovers, completions, diagnostics and lists are joined.
            What only one server knows passes unchanged. If the other server ends, the editor shows a message, and this
            one continues.
            """,
        settings: EditorOptions(),
        options: [
            Option("--lens", "show the last change of each key above its line") { $0.hasLens = true },
            .text("--with", "COMMAND", "start the language server COMMAND, and join its results with those of keys") {
                $0.otherServer = $1
            },
        ],
        examples: ["tunerctl lsp", "tunerctl lsp --with sourcekit-lsp"]
    ) { (invocation, options, _) throws(Failure) in
        let daemon = try DaemonEndpoint(invocation.global)
        let settings = daemon.settings(within: invocation.global.timeout ?? DaemonEndpoint.patience)
        let code = try Failure.system { () throws(SystemError) in try EditorService(settings, options).run() }
        return code == 0 ? .done : .refused
    }
}
