import ConsoleCore
import JSONCore
import OptionCore

extension SearchedKey {
    /// A sentence about a start that is not the present value.
    var movedStartSentence: String {
        let end = "the search starts with \(ValueText.line(value(start)))"
        guard let present else { return "\(key.shownWhole) has no value; \(end)" }
        return "\(key.shownWhole) is \(ValueText.line(present)), which is not in the range or not on a step; \(end)"
    }
}

extension JSONObject {
    /// The values as words of a command line: `net.pool=8 net.mode=fast`.
    var words: String {
        members.map { "\($0.name.shownWhole)=\(ValueText.line($0.value))".shellWord }.joined(separator: " ")
    }
}
