/// The previous lines, and the position of the person in them.
struct LineHistory {
    private static let limit = 1_000

    private(set) var lines: [String] = []
    private var index = 0
    /// The unfinished line, kept while the person looks at previous lines.
    private var unfinished = ""

    /// Creates a history with the lines of earlier sessions, the oldest first.
    init(_ lines: [String] = []) {
        self.lines = lines.suffix(LineHistory.limit)
        index = self.lines.count
    }

    /// Appends a line, unless it equals the last one, is empty or begins with a space.
    ///
    /// Returns whether the line was appended.
    @discardableResult
    mutating func add(_ line: String) -> Bool {
        defer { index = lines.count }
        guard let first = line.utf8.first, first != UInt8(ascii: " "), line != lines.last else { return false }
        lines.append(line)
        if lines.count > LineHistory.limit { lines.removeFirst() }
        return true
    }

    /// Moves to a line that was found; keeps the unfinished line for `newer()`.
    mutating func move(to index: Int, from unfinished: String) {
        if self.index == lines.count { self.unfinished = unfinished }
        self.index = index
    }

    /// Returns the previous line; keeps the unfinished line for `newer()`.
    mutating func older(than line: String) -> String? {
        guard index > 0 else { return nil }
        if index == lines.count { unfinished = line }
        index -= 1
        return lines[index]
    }

    /// Returns the next line, or the unfinished line at the end.
    mutating func newer() -> String? {
        guard index < lines.count else { return nil }
        index += 1
        return index == lines.count ? unfinished : lines[index]
    }
}
