import JSONCore
import OptionCore
import SystemCore

/// The arguments after the name of an action, such as `list` in `tunerctl flag list`.
///
/// The type is not generic over the actions. Releasing a generic value would look up its type, which costs more than
/// the rest of a short command.
struct ActionArguments {
    private let words: ArraySlice<RawText>
    private let command: String

    /// Reads the action of a command line, or returns the usual action if there are no words.
    ///
    /// The error for a wrong word does not list the hidden action.
    static func read<Name: RawRepresentable<String> & CaseIterable>(
        _ invocation: Invocation,
        _ command: String,
        else usual: Name,
        hiding hidden: Name? = nil
    ) throws(Failure) -> (name: Name, action: ActionArguments) {
        let action = ActionArguments(words: invocation.words.dropFirst(), command: command)
        guard let word = invocation.words.first?.path else { return (usual, action) }
        guard let name = Name(rawValue: word) else {
            let names = Name.allCases.map(\.rawValue).filter { $0 != hidden?.rawValue }
            let nearest = NearestName.nearest(to: word, among: names)
            throw action.fault(.unknownAction(word, among: names, nearest: nearest))
        }
        return (name, action)
    }

    /// Returns one word for each name, and at most `most` words; the error names the first missing word.
    func words(_ names: String..., most: Int? = nil) throws(Failure) -> [String] {
        try checkCount(names, most ?? names.count)
        var texts: [String] = []
        for word in words {
            guard let text = word.text else { throw fault(.option(.notText(word.path))) }
            texts.append(text)
        }
        return texts
    }

    /// Returns one path for each name; the error names the first missing path.
    func paths(_ names: String...) throws(Failure) -> [String] {
        try checkCount(names, names.count)
        return spelledWords
    }

    /// Returns the only word.
    func word(_ name: String) throws(Failure) -> String { try words(name)[0] }

    /// The words as ``RawText/path``, which may hold any bytes, as in a line that is being completed.
    var spelledWords: [String] { words.map(\.path) }

    private func checkCount(_ names: [String], _ most: Int) throws(Failure) {
        if words.count < names.count { throw fault(.missingArgument(names[words.count])) }
        if let word = words.dropFirst(most).first { throw fault(.option(.unexpected(word.path))) }
    }

    private func fault(_ fault: UsageError.Fault) -> Failure { .usage(UsageError(fault, command: command)) }
}
