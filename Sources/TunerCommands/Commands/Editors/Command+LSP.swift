import EditorServer
import OptionCore
import SystemCore

extension Command {
    static let lsp = Command(
        "lsp",
        "Show live values in the source code that an editor displays.",
        shell: .refused,
        details: """
            Run a language server (LSP 3.17) on standard input and output. An editor starts it, together with the usual
            language server. It finds keys in strings and calls of any language, and shows the live value of each. It connects
            when the daemon runs, and reconnects after a lost connection. docs/editors.md has the set-up of editors.

            Some editors run one language server for a file. With --with, this server also starts COMMAND, another language
            server, and combines the results of both. A shell runs COMMAND, so it can have options: 'clangd --log=error'. All
            requests that this server does not have go to COMMAND unchanged. If COMMAND ends, the editor shows a message, and
            tunerctl lsp continues.
            """,
        settings: EditorOptions(),
        options: [
            Option("--lens", "show the last change of each key above its line") { $0.hasLens = true },
            .text("--with", "COMMAND", "also start the language server COMMAND, and combine the results of both") {
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
