import OptionCore

/// An incremental search backwards in the history, as in bash.
struct LineHistorySearch {
    private let lines: [String]
    /// The characters that a line must have.
    private var wanted: [Character] = []
    /// Whether no older line has the characters; the last match remains.
    private var hasFailed = false
    /// The last match: the index of its line, and the number of characters before the match in it.
    private(set) var match: (line: Int, character: Int)?

    /// Creates a search in lines, the oldest first.
    init(_ lines: [String]) { self.lines = lines }

    /// The line with the match; nil if nothing was found yet.
    var found: String? { match.map { lines[$0.line] } }

    /// Adds a scalar to the text; the present match remains if it has the longer text too.
    mutating func append(_ scalar: Unicode.Scalar) {
        // A combining scalar becomes part of the previous character.
        wanted = Array(String(wanted) + String(scalar))
        find(before: match.map { $0.line + 1 } ?? lines.count)
    }

    /// Removes the last character, and searches again from the newest line.
    mutating func removeLast() {
        guard wanted.popLast() != nil else { return }
        match = nil
        find(before: lines.count)
    }

    /// Searches for an older line than the match, and a different one.
    mutating func findOlder() { find(before: match?.line ?? lines.count, besides: found) }

    /// Returns the prompt; its end if the terminal has few columns.
    func prompt(columns: Int) -> String {
        var prompt = "(\(hasFailed ? "failed " : "")reverse-i-search)'\(String(wanted))': "
        while prompt.displayWidth > max(columns - LineHistorySearch.leastRoom, 1) { prompt.removeFirst() }
        return prompt
    }

    /// The columns that the prompt leaves for the line.
    private static let leastRoom = 10

    private mutating func find(before end: Int, besides other: String? = nil) {
        hasFailed = false
        guard !wanted.isEmpty else { return }
        for line in lines[..<end].indices.reversed() where lines[line] != other {
            if let character = LineHistorySearch.lastOffset(of: wanted, in: Array(lines[line])) {
                match = (line, character)
                return
            }
        }
        hasFailed = true
    }

    private static func lastOffset(of part: [Character], in characters: [Character]) -> Int? {
        guard part.count <= characters.count else { return nil }
        return (0...characters.count - part.count).last { characters[$0...].starts(with: part) }
    }
}
