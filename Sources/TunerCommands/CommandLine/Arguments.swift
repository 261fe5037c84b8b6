/// The arguments of a command, except for options.
///
/// A literal is a usage: words, of which those in brackets are optional. The last one may be repeated: `KEY [VALUE]...`.
struct Arguments: Sendable, ExpressibleByStringLiteral {
    /// The arguments in the help text; empty for none.
    let usage: String
    let least: Int
    let most: Int

    static let none: Arguments = ""

    /// Creates arguments whose numbers do not follow from the usage.
    init(_ usage: String, least: Int, most: Int = .max) {
        self.usage = usage
        self.least = least
        self.most = most
    }

    init(stringLiteral usage: String) {
        // The bytes are read directly: every command line creates the arguments of its command.
        var (least, count, isStart) = (0, 0, true)
        for byte in usage.utf8 {
            if isStart {
                count += 1
                if byte != UInt8(ascii: "[") { least += 1 }
            }
            isStart = byte == UInt8(ascii: " ")
        }
        self.init(usage, least: least, most: usage.hasSuffix("...") ? .max : count)
    }

    /// Returns the name of an argument, for the error if it is missing.
    func name(at index: Int) -> String {
        let words = usage.split(separator: " ").drop { $0.hasPrefix("[") || $0 == "--" }
        let word = words[words.startIndex + index]
        return String(word.hasSuffix("...") ? word.dropLast(3) : word)
    }

    /// Whether an argument can be `-`, which is standard input, in place of a file.
    var canBeStandardInput: Bool { usage.split { " []|.".contains($0) }.contains { $0 == "FILE" || $0 == "-" } }
}
