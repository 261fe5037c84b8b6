import StateCore
import TunableEngine

extension Oracle {
    /// Adds patterns to the kill switch one after another.
    ///
    /// A pattern that another one covers is not kept. An equivalent pattern gets the newer reason.
    mutating func add(_ entry: KillSwitchEntry) throws(Complaint) {
        var rows = killSwitch.flatMap { entry in entry.patterns.patterns.map { (pattern: $0, reason: entry.reason) } }
        let before = rows
        var added: [KeyPattern] = []
        for pattern in entry.patterns.patterns {
            let isCovered = rows.contains { row in
                Oracle.covers(row.pattern, pattern)
                    && (row.reason == entry.reason || !Oracle.covers(pattern, row.pattern))
            }
            guard !isCovered, !added.contains(where: { Oracle.covers($0, pattern) }) else { continue }
            rows.removeAll { Oracle.covers(pattern, $0.pattern) }
            added.removeAll { Oracle.covers(pattern, $0) }
            added.append(pattern)
        }
        guard !added.isEmpty else { return }
        let most = rules.limits.killSwitchPatterns
        guard rows.count + added.count <= max(most, before.count) else {
            throw Complaint("tooMany killSwitchPatterns \(most)")
        }
        killSwitch = killSwitch.compactMap { entry in
            let left = entry.patterns.patterns.filter { pattern in rows.contains { $0.pattern == pattern } }
            return left.isEmpty ? nil : KillSwitchEntry(patterns: KeyPatterns(patterns: left), reason: entry.reason)
        }
        killSwitch.append(KillSwitchEntry(patterns: KeyPatterns(patterns: added), reason: entry.reason))
    }

    /// Returns whether `wide` matches every text that `narrow` matches, by comparing both patterns character by
    /// character.
    static func covers(_ wide: KeyPattern, _ narrow: KeyPattern) -> Bool {
        covers(Array(wide.text.utf8)[...], Array(narrow.text.utf8)[...])
    }

    private static func covers(_ wide: ArraySlice<UInt8>, _ narrow: ArraySlice<UInt8>) -> Bool {
        guard let first = wide.first else { return narrow.isEmpty }
        if first == UInt8(ascii: "*") {
            return covers(wide.dropFirst(), narrow) || !narrow.isEmpty && covers(wide, narrow.dropFirst())
        }
        return narrow.first == first && covers(wide.dropFirst(), narrow.dropFirst())
    }
}
