import OptionCore

/// The words of a line that are not used yet.
struct TerminalWords {
    private(set) var words: [String]

    init(_ words: some Sequence<String>) { self.words = Array(words) }

    mutating func next() -> String? { words.isEmpty ? nil : words.removeFirst() }

    mutating func next(_ name: String) throws(TerminalFault) -> String {
        guard let word = next() else { throw .missing(name) }
        return word
    }

    /// Returns all words that are left, which are one or more.
    mutating func rest(_ name: String) throws(TerminalFault) -> [String] {
        [try next(name)] + takeAll()
    }

    /// Returns all words that are left.
    mutating func takeAll() -> [String] {
        defer { words = [] }
        return words
    }

    mutating func nextNumber(_ name: String) throws(TerminalFault) -> Int64? {
        guard let word = next() else { return nil }
        guard let number = Int64(word), number > 0 else { throw .number(name, word) }
        return number
    }

    // MARK: Options

    /// Removes an option without a value, wherever it is; returns whether it was there.
    mutating func take(_ option: String) -> Bool {
        guard let index = words.firstIndex(of: option) else { return false }
        words.remove(at: index)
        return true
    }

    /// Removes an option and its value, wherever they are; returns nil without the option.
    mutating func takeValue(_ option: String, _ placeholder: String) throws(TerminalFault) -> String? {
        guard let index = words.firstIndex(of: option) else { return nil }
        words.remove(at: index)
        guard index < words.count else { throw .missing("\(placeholder) after \(option)") }
        return words.remove(at: index)
    }

    /// Removes an option that may be repeated, with its values.
    mutating func takeValues(_ option: String, _ placeholder: String) throws(TerminalFault) -> [String] {
        var values: [String] = []
        while let value = try takeValue(option, placeholder) { values.append(value) }
        return values
    }

    /// Removes the option `--for`; returns its seconds, or nil without the option.
    mutating func takeDuration() throws(TerminalFault) -> Double? { try takeTime("--for") }

    /// Removes an option with a time; returns its seconds, or nil without the option.
    mutating func takeTime(_ option: String) throws(TerminalFault) -> Double? {
        guard let word = try takeValue(option, "TIME") else { return nil }
        guard let seconds = TimeText.seconds(of: word), seconds > 0 else { throw .time(option, word) }
        return seconds
    }
}
