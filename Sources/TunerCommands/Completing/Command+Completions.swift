import JSONCore
import OptionCore
import TunerAPI

extension Command {
    private enum CompletionsAction: String, CaseIterable {
        case bash
        case zsh
        case fish
        case of
    }

    static let completions = Command(
        "completions",
        "Prints what lets a shell complete commands, options, keys and values.",
        Arguments(usage: "[bash | zsh | fish | of -- WORD...]", first: "bash, zsh or fish", least: 1, most: .max),
        details: """
            A shell reads it when it starts: source <(tunerctl completions bash) in ~/.bashrc or, for zsh, in ~/.zshrc; tunerctl
            completions fish | source in ~/.config/fish/config.fish. What make install has installed they find by themselves.

            of is what those scripts ask: it prints what the last word may be, a line each, and :files for names of files. Keys,
            flags, layers and worlds are those that the daemon knows at that moment; without a daemon there are none.
            """,
        examples: ["source <(tunerctl completions bash)", "tunerctl completions fish | source"]
    ) { (invocation, output) throws(Failure) in
        let (name, action) = try Action.read(invocation, "completions", else: CompletionsAction.of, hiding: .of)
        if name != .of {
            _ = try action.words()
            try output.print(CompletionScript(rawValue: name.rawValue)?.text ?? "")
            return .done
        }
        let words = action.spelledWords
        var options = invocation.global
        // The unfinished line may name another socket.
        if let place = words.dropLast().firstIndex(of: "--socket") { options.socket = words[place + 1] }
        let live = LiveNames { [options] () throws(Failure) in
            try DaemonEndpoint(options).connect(within: options.timeout ?? .seconds(1))
        }
        let found = Completion(Array(words.dropLast()), words.last ?? "", inShell: false, live).candidates
        if !found.isEmpty { try output.print(found.map { "\($0)\n" }.joined()) }
        return .done
    }
}
