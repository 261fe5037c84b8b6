import JSONCore
import OptionCore
import SystemCore

/// The words behind the name of one of the several things that a command can do.
///
/// It is not generic over the names: to let go of such a value its type would be looked up, which costs more than the rest of
/// a short command.
struct Action {
    private let words: ArraySlice<RawText>
    private let command: String

    private init(_ words: ArraySlice<RawText>, _ command: String) {
        self.words = words
        self.command = command
    }

    /// Reads from a line which it is; without any word it is the usual one.
    static func read<Name: RawRepresentable<String> & CaseIterable>(
        _ invocation: Invocation,
        _ command: String,
        else usual: Name
    ) throws(Failure) -> (name: Name, action: Action) {
        let action = Action(invocation.words.dropFirst(), command)
        guard let word = invocation.words.first?.path else { return (usual, action) }
        guard let name = Name(rawValue: word) else {
            let names = Name.allCases.map(\.rawValue)
            let nearest = NearestName.nearest(to: word, among: names)
            throw .usage(UsageError(.unknownAction(word, among: names, nearest: nearest), command: command))
        }
        return (name, action)
    }

    /// The words, where they are so many; the first one that is missing has a name.
    func words(_ count: ClosedRange<Int>, _ missing: String = "") throws(Failure) -> [String] {
        var texts: [String] = []
        for word in try rawWords(count, missing) {
            guard let text = word.text else {
                throw .usage(UsageError(.option(.notText(word.path)), command: command))
            }
            texts.append(text)
        }
        return texts
    }

    private func rawWords(_ count: ClosedRange<Int>, _ missing: String) throws(Failure) -> [RawText] {
        if words.count < count.lowerBound {
            throw .usage(UsageError(.missingArgument(missing), command: command))
        }
        if let word = words.dropFirst(count.upperBound).first {
            throw .usage(UsageError(.option(.unexpected(word.path)), command: command))
        }
        return Array(words)
    }

    /// A word for each name; the first one that is missing is told by its own.
    func words(named names: String...) throws(Failure) -> [String] {
        if words.count < names.count {
            throw .usage(UsageError(.missingArgument(names[words.count]), command: command))
        }
        return try words(names.count...names.count)
    }

    /// A path for each name; a word that is missing is named.
    func paths(named names: String...) throws(Failure) -> [String] {
        if words.count < names.count {
            throw .usage(UsageError(.missingArgument(names[words.count]), command: command))
        }
        return try rawWords(names.count...names.count, "").map(\.path)
    }

    /// The only word, as a path.
    func path(_ name: String) throws(Failure) -> String {
        try rawWords(1...1, name)[0].path
    }

    /// The only word.
    func word(_ name: String) throws(Failure) -> String {
        try words(1...1, name)[0]
    }

    /// The only word, or none.
    func optionalWord() throws(Failure) -> String? {
        try words(0...1).first
    }

    /// The words as ``RawText/path`` spells them: a line that a person has not ended may hold any bytes.
    var spelledWords: [String] { words.map(\.path) }

    /// Refuses every word.
    func takesNone() throws(Failure) {
        _ = try words(0...0)
    }
}
