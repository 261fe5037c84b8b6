import JSONCore
package import SystemCore

/// Reads a command line: does what its options ask for, and hands over the other words.
///
/// A value stands behind its option's name, as the next word or after `=`. Behind `--` nothing is an option; a single `-`
/// is none either, nor is a negative number.
package struct OptionReader {
    private var words: IndexingIterator<[RawText]>
    /// Whether no `--` was read yet.
    package private(set) var hasOptions = true
    /// The names of the options so far, as often as they stood there.
    package private(set) var used: [String] = []

    /// Begins at the first word; the program's name is none.
    package init(_ words: [RawText]) {
        self.words = words.makeIterator()
    }

    /// The next word that is no option; those before it are done.
    ///
    /// The table is asked for when an option stands there: a line without any is read without it.
    package mutating func next<Settings>(
        _ options: @autoclosure () -> [Option<Settings>],
        for settings: inout Settings
    ) throws(OptionFault) -> RawText? {
        while let word = words.next() {
            if hasOptions, word == "--" {
                hasOptions = false
            } else if hasOptions, OptionReader.isOption(word) {
                try apply(word, options(), to: &settings)
            } else {
                return word
            }
        }
        return nil
    }

    /// Refuses the first option that was used and is none of these.
    package func check<Settings>(_ options: [Option<Settings>]) throws(OptionFault) {
        for name in used {
            _ = try OptionReader.find(name, options)
        }
    }

    private static func isOption(_ word: RawText) -> Bool {
        let bytes = word.bytes.prefix(2)
        guard bytes.count == 2, bytes.first == UInt8(ascii: "-"), let second = bytes.last else { return false }
        return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
    }

    private mutating func apply<Settings>(
        _ word: RawText,
        _ options: [Option<Settings>],
        to settings: inout Settings
    ) throws(OptionFault) {
        let parts = word.bytes.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let name = RawText(bytes: Array(parts[0])).path
        let given = parts.count == 2 ? RawText(bytes: Array(parts[1])) : nil
        switch try OptionReader.find(name, options).effect {
        case .flag(let apply):
            guard given == nil else { throw .takesNoValue(option: name) }
            apply(&settings)
        case .value(let placeholder, let expectation, let apply):
            guard let word = given ?? words.next() else { throw .noValue(option: name, placeholder: placeholder) }
            let value = try word.checkedText()
            guard apply(&settings, value) else { throw .value(value, option: name, expectation: expectation()) }
        case .path(let placeholder, let apply):
            guard let word = given ?? words.next() else { throw .noValue(option: name, placeholder: placeholder) }
            guard !word.bytes.isEmpty else {
                throw .value("", option: name, expectation: "a text that is not empty")
            }
            apply(&settings, word.path)
        case .choice(let choices, let apply):
            guard let word = given ?? words.next() else {
                throw .noValue(option: name, placeholder: choices.joined(separator: "|"))
            }
            let value = try word.checkedText()
            guard choices.contains(value) else {
                let expectation = "\(choices.dropLast().joined(separator: ", ")) or \(choices.last ?? "")"
                throw .value(value, option: name, expectation: expectation)
            }
            apply(&settings, value)
        }
        used.append(name)
    }

    private static func find<Settings>(
        _ name: String,
        _ options: [Option<Settings>]
    ) throws(OptionFault) -> Option<Settings> {
        // A search by a closure looks up types as it goes, and would be a quarter of a short command's own work.
        for index in options.indices where options[index].name == name {
            return options[index]
        }
        throw .unknown(name, nearest: NearestName.nearest(to: name, among: options.map(\.name)))
    }
}

extension RawText {
    /// The word where it must be text, as everything that becomes JSON must.
    package func checkedText() throws(OptionFault) -> String {
        guard let text else { throw .notText(path) }
        return text
    }
}
