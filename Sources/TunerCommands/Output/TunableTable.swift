import ConsoleCore
import JSONCore
import TunableEngine
import TunerAPI

/// Tunables as a table for people.
enum TunableTable {
    private static let heads = ["KEY", "VALUE", "DEFAULT", "TYPE", "RANGE", "ORIGIN", "CHANGED"]

    /// Returns a header and a row for each tunable, with the groups after the tunables without one; an empty text
    /// without tunables.
    static func text(of tunables: [ListedTunable], _ times: CommitTimes, columns: Int?) -> String {
        guard !tunables.isEmpty else { return "" }
        let lines = Table.lines(
            [heads]
                + tunables.map { tunable in
                    [
                        tunable.key.shownWhole, ValueText.short(tunable.value),
                        ValueText.short(tunable.spec?["default"]), type(of: tunable),
                        range(of: tunable.spec ?? JSONObject()), tunable.origin.shownWhole,
                        times.text(of: tunable.revision),
                    ]
                },
            columns: columns
        )
        var groups: [String: [String]] = [:]
        for (tunable, line) in zip(tunables, lines.dropFirst()) {
            groups[tunable.spec?["group"]?.text ?? "", default: []].append(line)
        }
        return lines[0]
            + groups.sorted { $0.key < $1.key }.map { group, lines in
                (group.isEmpty ? "" : "\n\(group.shown):\n") + lines.joined()
            }.joined()
    }

    /// Returns the declared type, or else the type of the present value.
    private static func type(of tunable: ListedTunable) -> String {
        if case .string(let type)? = tunable.spec?["type"] { return type.shown }
        return tunable.value.flatMap(FreeKind.init(of:))?.rawValue ?? ""
    }

    /// Returns the shortest description of the values that a declaration allows.
    static func range(of spec: JSONObject) -> String {
        if case .array(let values)? = spec["enum"] {
            return values.map { ValueText.line($0) }.joined(separator: "|").shown
        }
        let least = spec["minimum"] ?? spec["exclusiveMinimum"]
        let most = spec["maximum"] ?? spec["exclusiveMaximum"]
        var parts: [String] = []
        if least != nil || most != nil {
            let begin = spec["minimum"] == nil && least != nil ? ">" : ""
            let end = spec["maximum"] == nil && most != nil ? "<" : ""
            parts.append("\(begin)\(ValueText.short(least))..\(end)\(ValueText.short(most))")
        }
        if let step = spec["step"] { parts.append("step \(ValueText.short(step))") }
        if case .string(let unit)? = spec["unit"] { parts.append(unit.shown) }
        return parts.joined(separator: " ")
    }
}
