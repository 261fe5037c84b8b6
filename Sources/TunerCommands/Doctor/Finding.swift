import JSONCore

/// The result of one check of `doctor`.
struct Finding: Equatable {
    enum Level: String {
        case ok
        /// Something that a user should know, but that may be intended.
        case note
        /// Something that does not work, or that other users can misuse.
        case fault
    }

    let level: Level
    /// What was checked, in one or two words.
    let subject: String
    let text: String
    /// What the user can do; nil if there is nothing to do.
    let remedy: String?

    init(_ level: Level, _ subject: String, _ text: String, remedy: String? = nil) {
        self.level = level
        self.subject = subject
        self.text = text
        self.remedy = remedy
    }

    var json: JSON {
        var object: JSONObject = [
            "level": .string(level.rawValue), "subject": .string(subject), "text": .string(text),
        ]
        object["remedy"] = remedy.map { .string($0) }
        return .object(object)
    }

    /// The finding as a line, with a second line for the remedy.
    var lines: String {
        let gap = { (text: String, width: Int) in text + String(repeating: " ", count: max(0, width - text.count)) }
        let start = "\(gap(level.rawValue, 5))  \(gap(subject, 11))  "
        return "\(start)\(text)\n" + (remedy.map { "\(gap("", start.count))to do: \($0)\n" } ?? "")
    }
}
