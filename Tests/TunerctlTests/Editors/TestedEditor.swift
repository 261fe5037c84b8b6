import SystemCore
import TestSupport

/// A real editor with the plugin of this project, on a real terminal.
enum TestedEditor: String {
    case vim
    case neovim
    /// Emacs with Eglot.
    case eglot
    /// Emacs with lsp-mode.
    case lspMode = "lsp-mode"

    /// Whether the programs that it needs are installed.
    var isInstalled: Bool {
        guard Screen.isAvailable else { return false }
        return switch self {
        case .vim: Kernel.isProgram("/usr/bin/vim")
        case .neovim: Kernel.isProgram("/usr/bin/nvim")
        case .eglot, .lspMode:
            Kernel.isProgram("/usr/bin/emacs")
                && (try? Kernel.status(of: "/usr/share/emacs/site-lisp/elpa-src/\(package)")) != nil
        }
    }

    /// The directory of the Debian package.
    private var package: String { self == .eglot ? "eglot-1.9" : "lsp-mode-8.0.0" }

    /// Opens the source code of a program, with only the plugin.
    func open(_ program: TunedProgram) throws -> Screen {
        let installation = program.installation
        let configuration = try installation.write(settings, to: "configuration.\(ending)")
        let line = "cd '\(installation.file(""))'; \(command) '\(configuration)' '\(program.source)'"
        return try Screen(line, environment: installation.searchingEnvironment)
    }

    private var ending: String {
        switch self {
        case .vim: "vim"
        case .neovim: "lua"
        case .eglot, .lspMode: "el"
        }
    }

    /// The start of the command line, before the file of settings.
    private var command: String {
        switch self {
        case .vim: "vim -n -i NONE -u"
        case .neovim: "nvim -n -i NONE -u"
        case .eglot, .lspMode: "emacs -nw -q -l"
        }
    }

    private var settings: String {
        switch self {
        case .vim:
            """
            set nocompatible
            set runtimepath^=\(ProjectFile.path("Editors/vim"))
            let faults = 0
            set laststatus=2 statusline=faults:\\ %{faults}
            autocmd User TunerFaults let faults = len(tuner#faults#In(bufnr())) | redrawstatus

            """
        case .neovim:
            "vim.opt.runtimepath:prepend(\"\(ProjectFile.path("Editors/neovim"))\")\n"
        case .eglot, .lspMode:
            """
            (setq inhibit-startup-screen t auto-save-default nil make-backup-files nil create-lockfiles nil
                  native-comp-deferred-compilation nil native-comp-async-report-warnings-errors nil
                  lsp-guess-root-without-session t lsp-auto-guess-root t)
            (require 'package)
            (package-initialize)
            (add-to-list 'load-path "\(ProjectFile.path("Editors/emacs"))")
            (require 'tuner)
            \(self == .lspMode ? Self.otherServer : "")
            (add-hook 'python-mode-hook #'\(self == .eglot ? "tuner-eglot" : "lsp"))

            """
        }
    }

    /// A second server of the buffer, as that of the language.
    private static let otherServer = """
        (require 'lsp-mode)
        (lsp-register-client (make-lsp-client :new-connection (lsp-stdio-connection '("tunerctl" "lsp"))
                                              :activation-fn (lambda (&rest _) t) :server-id 'other :priority 9))
        """

    /// The keys that write the live values into the source code, and save it.
    var bakingKeys: [[String]] {
        switch self {
        case .vim, .neovim: [[":%TunerBake", "Enter"], [":w", "Enter"]]
        case .eglot, .lspMode: [["M-x", "tuner-bake-buffer", "Enter"], ["C-x", "C-s"]]
        }
    }

    /// Returns the keys that set the tunable.
    func settingKeys(_ value: Int) -> [String] {
        switch self {
        case .vim, .neovim: [":TunerSet player.speed \(value)", "Enter"]
        case .eglot, .lspMode: ["M-x", "tuner-set", "Enter", "player.speed", "Enter", "\(value)", "Enter"]
        }
    }

    /// The line of source code with a hint, as the screen shows it.
    func line(_ literal: Int, hint: Int) -> String {
        switch self {
        // Neovim before 0.10 shows text only at the end of a line.
        case .neovim: "speed = tuner.get(\"player.speed\", \(literal))  → \(hint)"
        case .vim, .eglot, .lspMode: "speed = tuner.get(\"player.speed\", \(literal) → \(hint))"
        }
    }
}
