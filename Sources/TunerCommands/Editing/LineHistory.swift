/// Lines that were typed, and where among them a person looks.
struct LineHistory {
    private static let longest = 1_000

    private(set) var lines: [String] = []
    private var place = 0
    /// What was typed before older lines were looked at.
    private var unfinished = ""

    /// Adds a line, unless it is the last one again.
    mutating func add(_ line: String) {
        if !line.isEmpty, line != lines.last {
            lines.append(line)
            if lines.count > LineHistory.longest { lines.removeFirst() }
        }
        place = lines.count
    }

    /// The line before the one that is looked at; what is there now is kept.
    mutating func older(than line: String) -> String? {
        guard place > 0 else { return nil }
        if place == lines.count { unfinished = line }
        place -= 1
        return lines[place]
    }

    /// The line behind the one that is looked at, at the end what was typed before.
    mutating func newer() -> String? {
        guard place < lines.count else { return nil }
        place += 1
        return place == lines.count ? unfinished : lines[place]
    }
}
