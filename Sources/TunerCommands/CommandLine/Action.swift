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

    /// Reads from a line which it is; without any word it is the usual one.
    ///
    /// A message about a wrong word does not name the hidden action.
    static func read<Name: RawRepresentable<String> & CaseIterable>(
        _ invocation: Invocation,
        _ command: String,
        else usual: Name,
        hiding hidden: Name? = nil
    ) throws(Failure) -> (name: Name, action: Action) {
        let action = Action(words: invocation.words.dropFirst(), command: command)
        guard let word = invocation.words.first?.path else { return (usual, action) }
        guard let name = Name(rawValue: word) else {
            let names = Name.allCases.map(\.rawValue).filter { $0 != hidden?.rawValue }
            let nearest = NearestName.nearest(to: word, among: names)
            throw action.fault(.unknownAction(word, among: names, nearest: nearest))
        }
        return (name, action)
    }

    /// A word for each name, and as many more as there may be at most; the first one that is missing is named.
    func words(_ names: String..., most: Int? = nil) throws(Failure) -> [String] {
        try checkCount(names, most ?? names.count)
        var texts: [String] = []
        for word in words {
            guard let text = word.text else { throw fault(.option(.notText(word.path))) }
            texts.append(text)
        }
        return texts
    }

    /// A path for each name; the first one that is missing is named.
    func paths(_ names: String...) throws(Failure) -> [String] {
        try checkCount(names, names.count)
        return spelledWords
    }

    /// The only word.
    func word(_ name: String) throws(Failure) -> String { try words(name)[0] }

    /// The words as ``RawText/path`` spells them: a line that a person has not ended may hold any bytes.
    var spelledWords: [String] { words.map(\.path) }

    private func checkCount(_ names: [String], _ most: Int) throws(Failure) {
        if words.count < names.count { throw fault(.missingArgument(names[words.count])) }
        if let word = words.dropFirst(most).first { throw fault(.option(.unexpected(word.path))) }
    }

    private func fault(_ fault: UsageError.Fault) -> Failure { .usage(UsageError(fault, command: command)) }
}
