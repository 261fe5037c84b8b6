import SystemCore

/// A time in a document: `2026-12-01T09:00:00Z`, with or without a fraction of a second.
enum RolloutTime {
    /// Returns the time since the beginning of 1970; nil if the text has another form.
    static func duration(_ text: String) -> Duration? {
        guard text.last == "Z" else { return nil }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.count == 1 || !parts[1].isEmpty else { return nil }
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        let milliseconds = (fraction + "000").prefix(3)
        guard let time = WallTime(rfc3339: "\(parts[0]).\(milliseconds)Z"),
            fraction.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return .milliseconds(time.milliseconds)
    }
}
