package import SystemCore

/// Takes a command line apart into options with their values, and other words.
///
/// A value stands behind its option's name, as the next word or after `=`. Behind `--` nothing is an option; a single `-`
/// is none either, nor is a negative number.
package struct OptionReader {
    /// A piece of a line.
    package enum Part: Equatable, Sendable {
        case option(GivenOption)
        case word(RawText)
    }

    private var words: IndexingIterator<[RawText]>
    /// Whether no `--` was read yet.
    package private(set) var hasOptions = true

    /// Begins at the first word; the program's name is none.
    package init(_ words: [RawText]) {
        self.words = words.makeIterator()
    }

    /// Returns the next piece; nil at the end of the line.
    ///
    /// Of an option only the shape is asked for: whether it takes a value.
    package mutating func next(
        _ shape: (String) throws(OptionFault) -> OptionShape
    ) throws(OptionFault) -> Part? {
        while let word = words.next() {
            guard hasOptions, OptionReader.isOption(word) else { return .word(word) }
            guard word == "--" else { return .option(try option(word, shape)) }
            hasOptions = false
        }
        return nil
    }

    /// Returns the next word that is no option; the options before it are applied to settings.
    package mutating func next<Settings>(
        _ options: [Option<Settings>],
        for settings: inout Settings
    ) throws(OptionFault) -> RawText? {
        while let part = try next({ (name) throws(OptionFault) in
            guard let option = Option.named(name, in: options) else {
                throw .unknown(name, among: options.map(\.shape))
            }
            return option.shape
        }) {
            switch part {
            case .option(let given): _ = try Option.apply(given, among: options, to: &settings)
            case .word(let word): return word
            }
        }
        return nil
    }

    /// Whether a word before `--` is an option.
    package static func isOption(_ word: RawText) -> Bool {
        let bytes = word.bytes.prefix(2)
        guard bytes.count == 2, bytes.first == UInt8(ascii: "-"), let second = bytes.last else { return false }
        return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
    }

    private mutating func option(
        _ word: RawText,
        _ shape: (String) throws(OptionFault) -> OptionShape
    ) throws(OptionFault) -> GivenOption {
        // An array of parts would be of a type that is looked up at run time.
        let name = word.bytes.prefix { $0 != UInt8(ascii: "=") }
        let shape = try shape(RawText(bytes: Array(name)).path)
        let given = name.count < word.bytes.count ? RawText(bytes: Array(word.bytes[(name.count + 1)...])) : nil
        guard shape.hasValue else {
            guard given == nil else { throw .takesNoValue(option: shape.name) }
            return GivenOption(shape.name, RawText(bytes: []))
        }
        guard let value = given ?? words.next() else {
            throw .noValue(option: shape.name, placeholder: shape.placeholder ?? "")
        }
        return GivenOption(shape.name, value)
    }
}

extension RawText {
    /// The word where it must be text, as everything that becomes JSON must.
    package func checkedText() throws(OptionFault) -> String {
        guard let text else { throw .notText(path) }
        return text
    }
}
