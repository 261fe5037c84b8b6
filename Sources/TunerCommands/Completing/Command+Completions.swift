import JSONCore
import OptionCore
import SystemCore
import TunerAPI

extension Command {
    static let completions = Command(
        "completions",
        "Print a script by which a shell completes commands, options, keys and values.",
        Arguments("bash|zsh|fish | of -- WORD...", least: 1),
        details: """
            make install puts the scripts where the shells find them. Without make install, add a line to the
            configuration of the shell:

            bash  source <(tunerctl completions bash) in ~/.bashrc
            zsh   source <(tunerctl completions zsh) in ~/.zshrc
            fish  tunerctl completions fish | source in ~/.config/fish/config.fish

            The scripts call of. It prints the possible last words, one a line, or :files for the names of files. Keys,
            flags, layers and worlds are those of the running daemon.
            """,
        examples: ["source <(tunerctl completions bash)", "tunerctl completions fish | source"]
    ) { (invocation, output) throws(Failure) in
        let (name, words) = (invocation.words[0].path, invocation.words.dropFirst().map(\.path))
        guard name == "of" else {
            guard let script = CompletionScript(rawValue: name) else {
                let names = CompletionScript.allCases.map(\.rawValue)
                let nearest = NearestName.nearest(to: name, among: names)
                throw .usage(invocation.error(.unknownAction(name, among: names, nearest: nearest)))
            }
            if let word = words.first { throw .usage(invocation.error(.option(.unexpected(word)))) }
            return try output.print(script.text)
        }
        var options = invocation.global
        // The unfinished line may name another socket.
        if let index = words.dropLast().firstIndex(of: "--socket") { options.socket = words[index + 1] }
        let live = LiveNames { [options] () throws(Failure) in
            try DaemonEndpoint(options).connect(within: options.timeout ?? .seconds(1))
        }
        let found = Completion(Array(words.dropLast()), words.last ?? "", inShell: false, live).candidates
        if !found.isEmpty { try output.print(found.map { "\($0)\n" }.joined()) }
        return .done
    }
}
