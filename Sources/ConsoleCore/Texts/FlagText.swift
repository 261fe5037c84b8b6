import JSONCore
package import TunerAPI

/// Flags for people and scripts.
package enum FlagText {
    private static let heads = ["KEY", "TYPE", "STATE", "DEFAULT", "ORIGIN", "REMARKS"]

    /// Returns a table with a header, and with the descriptions if a flag has one.
    package static func table(_ flags: [ListedFlag], columns: Int?) -> String {
        let rows = [heads] + flags.map { cells(of: $0, missing: "") }
        guard flags.contains(where: { $0.summary != nil }) else { return Table.text(rows, columns: columns) }
        let descriptions = ["DESCRIPTION"] + flags.map { $0.summary?.shownWhole ?? "" }
        return Table.text(zip(rows, descriptions).map { $0 + [$1] }, columns: columns)
    }

    /// Returns a line for each flag, with single spaces between the columns.
    package static func lines(_ flags: [ListedFlag]) -> String {
        flags.map { flag in
            let cells = cells(of: flag, missing: "-")
            return "\((cells.last == "" ? cells.dropLast() : cells[...]).joined(separator: " "))\n"
        }.joined()
    }

    /// Returns the text of an edit: "banner: override on".
    package static func line(_ edit: FlagEditRecord) -> String {
        var words: [String] = []
        if let isDefined = edit.isDefined { words.append(isDefined ? "defined" : "definition removed") }
        if let isDeclared = edit.isDeclared { words.append(isDeclared ? "declared" : "declaration removed") }
        if edit.isReset == true { words.append("override removed") }
        if let override = edit.variant.map(\.shownWhole) ?? edit.value.map({ ValueText.line($0) }) {
            words.append("override \(override)")
        }
        return "\(edit.key.shownWhole): \(words.joined(separator: ", "))"
    }

    private static func cells(of flag: ListedFlag, missing: String) -> [String] {
        var remarks: [String] = []
        if flag.isLimited == true { remarks.append("limited") }
        if let override = flag.override { remarks.append(words(for: override)) }
        return [
            flag.key.shownWhole, flag.type.shown, flag.state.shown, flag.defaultVariant?.shownWhole ?? missing,
            flag.origin.shownWhole, remarks.joined(separator: ", "),
        ]
    }

    /// Returns the words for an override: "override on until 2026-11-21T09:00:00.000Z".
    package static func words(for override: OverrideRecord) -> String {
        var words = "override \(override.variant.map(\.shownWhole) ?? ValueText.line(override.value))"
        if override.origin == "world" { words += " in this world" }
        if let end = override.end { words += " until \(end.shown)" }
        return override.isValid ? words : "\(words), which does not fit the definition"
    }
}
