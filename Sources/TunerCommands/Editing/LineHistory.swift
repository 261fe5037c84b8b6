/// The previous lines, and the position of the person in them.
struct LineHistory {
    private static let longest = 1_000

    private(set) var lines: [String] = []
    private var place = 0
    /// The unfinished line, kept while the person looks at previous lines.
    private var unfinished = ""

    /// Appends a line, unless it equals the last one.
    mutating func add(_ line: String) {
        if !line.isEmpty, line != lines.last {
            lines.append(line)
            if lines.count > LineHistory.longest { lines.removeFirst() }
        }
        place = lines.count
    }

    /// Returns the previous line; keeps the unfinished line for `newer()`.
    mutating func older(than line: String) -> String? {
        guard place > 0 else { return nil }
        if place == lines.count { unfinished = line }
        place -= 1
        return lines[place]
    }

    /// Returns the next line, or the unfinished line at the end.
    mutating func newer() -> String? {
        guard place < lines.count else { return nil }
        place += 1
        return place == lines.count ? unfinished : lines[place]
    }
}
