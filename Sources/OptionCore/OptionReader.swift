package import SystemCore

/// An iterator over a command line that separates options from arguments.
///
/// An option's value is the next word, or follows the name and `=`. A word can hold several short options, and the
/// value of the last one: `-qn5`. After `--`, all words are arguments. A single `-` and a negative number, such as `-1`
/// and `-.5`, are also arguments.
package struct OptionReader {
    /// An option or an argument.
    package enum Part: Equatable, Sendable {
        case option(GivenOption)
        case word(RawText)
    }

    private var words: IndexingIterator<[RawText]>
    /// The options of the last word that are not returned yet, in reverse order.
    private var group: [GivenOption] = []
    /// Whether the following words may be options: no `--` was read yet.
    package private(set) var hasOptions = true

    /// Creates a reader of the words after the program's name.
    package init(_ words: [RawText]) {
        self.words = words.makeIterator()
    }

    /// Returns the next option or argument; nil at the end of the line.
    ///
    /// `shape` returns the shape of the option with a name, which decides whether the option has a value.
    package mutating func next(
        _ shape: (String) throws(OptionFault) -> OptionShape
    ) throws(OptionFault) -> Part? {
        if let option = group.popLast() { return .option(option) }
        while let word = words.next() {
            guard hasOptions, OptionReader.isOption(word) else { return .word(word) }
            guard word == "--" else { return .option(try option(word, shape)) }
            hasOptions = false
        }
        return nil
    }

    /// Applies the following options to the settings, and returns the first argument after them; nil at the end.
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

    /// Returns whether a word before `--` is an option: a hyphen and another character that is neither a digit nor a
    /// period.
    package static func isOption(_ word: RawText) -> Bool {
        let bytes = word.bytes.prefix(2)
        guard bytes.count == 2, bytes.first == UInt8(ascii: "-"), let second = bytes.last else { return false }
        return second != UInt8(ascii: ".") && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
    }

    private mutating func option(
        _ word: RawText,
        _ shape: (String) throws(OptionFault) -> OptionShape
    ) throws(OptionFault) -> GivenOption {
        // `split` is avoided: the type of its result needs a metadata lookup at run time.
        let name = word.bytes.prefix { $0 != UInt8(ascii: "=") }
        let found: OptionShape
        do throws(OptionFault) {
            found = try shape(RawText(bytes: Array(name)).path)
        } catch {
            guard let first = try firstOfGroup(word, shape) else { throw error }
            return first
        }
        let given = name.count < word.bytes.count ? RawText(bytes: Array(word.bytes[(name.count + 1)...])) : nil
        return try option(found, given)
    }

    private mutating func option(_ shape: OptionShape, _ given: RawText?) throws(OptionFault) -> GivenOption {
        guard shape.hasValue else {
            guard given == nil else { throw .takesNoValue(option: shape.name) }
            return GivenOption(shape.name, RawText(bytes: []))
        }
        guard let value = given ?? words.next() else {
            throw .noValue(option: shape.name, placeholder: shape.placeholder ?? "")
        }
        return GivenOption(shape.name, value)
    }

    /// Splits a word such as `-qn5` into its options and returns the first; nil if a letter is not a short option.
    private mutating func firstOfGroup(
        _ word: RawText,
        _ shape: (String) throws(OptionFault) -> OptionShape
    ) throws(OptionFault) -> GivenOption? {
        let hyphen = UInt8(ascii: "-")
        var rest = word.bytes.dropFirst()
        var options: [GivenOption] = []
        while let letter = rest.first {
            guard letter != hyphen, let found = try? shape(RawText(bytes: [hyphen, letter]).path) else { return nil }
            rest = rest.dropFirst()
            let hasSign = rest.first == UInt8(ascii: "=")
            guard found.hasValue || hasSign else {
                options.append(try option(found, nil))
                continue
            }
            // The rest of the word is the value; without a rest, the next word is the value.
            let value = RawText(bytes: Array(hasSign ? rest.dropFirst() : rest))
            options.append(try option(found, value.bytes.isEmpty && !hasSign ? nil : value))
            break
        }
        group = options.reversed()
        return group.popLast()
    }
}

extension RawText {
    /// Returns the word as a string; throws if it is not UTF-8, which JSON requires.
    package func checkedText() throws(OptionFault) -> String {
        guard let text else { throw .notText(path) }
        return text
    }
}
