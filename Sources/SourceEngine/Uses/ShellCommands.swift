import JSONCore
import TunableEngine

/// The keys in the command lines of `tunerctl` in a shell script.
enum ShellCommands {
    /// The commands whose first word is a key.
    private static let commands: Set<String> = [
        "get", "set", "reset", "toggle", "step", "wait", "describe", "watch", "forget", "declare",
    ]

    /// The options that have a value in the next word.
    private static let valueOptions: Set<String> = [
        "--default", "--as", "--socket", "--world", "--timeout", "--for", "--wait-applied", "--format",
    ]

    static func uses(in text: Span<UInt8>) -> [KeyUse] {
        var uses: [KeyUse] = []
        var words = ShellWordReader(0)
        while let word = words.next(in: text) {
            guard word.text == "tunerctl" || word.text.hasSuffix("/tunerctl") else { continue }
            if let use = use(&words, in: text) { uses.append(use) }
        }
        return uses
    }

    /// Reads a command line after its first word, up to its end.
    private static func use(_ words: inout ShellWordReader, in text: Span<UInt8>) -> KeyUse? {
        var command: String?
        var key: (name: String, range: Range<Int>)?
        var fallback: Range<Int>?
        while let word = words.next(in: text, inCommand: true) {
            if valueOptions.contains(word.text) {
                let value = words.next(in: text, inCommand: true)
                if word.text == "--default" { fallback = value?.quoted }
            } else if word.text.hasPrefix("--default="), word.quoted == word.content {
                fallback = word.content.lowerBound + "--default=".utf8.count..<word.content.upperBound
            } else if word.text.utf8.first == UInt8(ascii: "-") {
                continue
            } else if command == nil {
                command = word.text
            } else if key == nil, let name = (try? Key(text.extracting(word.content)))?.text {
                key = (name, word.content)
            }
        }
        guard let key, let command, commands.contains(command) else { return nil }
        return KeyUse(
            key: key.name,
            keyRange: key.range,
            subject: .tunable,
            defaultRange: command == "get" || command == "declare" ? fallback : nil,
            callRange: nil
        )
    }
}
