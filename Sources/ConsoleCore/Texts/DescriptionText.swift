import JSONCore
import OptionCore
package import TunerAPI

/// The `describe` output for people.
package enum DescriptionText {
    /// Returns the value, its origin, all other origins with a value, the limits and the declaration.
    ///
    /// The description is wrapped to `columns`, the width of a terminal. `paint` can add a color to the value.
    package static func text(
        of tunable: DescribeResult,
        columns: Int? = nil,
        _ paint: (String) -> String = { $0 }
    ) -> String {
        let value = paint(ValueText.line(tunable.value))
        var text = "\(tunable.key.shownWhole) is \(value) (\(tunable.origin.shownWhole))\n"
        if let end = tunable.end { text += "temporary, until \(end.shown); then \(ValueText.line(tunable.next))\n" }
        if let whole = tunable.memberOf { text += "a member of \(whole.shownWhole)\n" }
        text += indented(tunable.candidates.map(row))
        text += (tunable.killSwitches ?? []).map(line).joined()
        if let spec = tunable.spec {
            let actor = tunable.declaredBy.map { " by \($0.client.shownWhole)[\($0.pid)]" } ?? ""
            text += "declared\(actor)\n"
            text += declaration(spec, columns: columns)
        } else {
            text += "not declared\n"
        }
        if tunable.revision > 0 { text += "changed by revision \(tunable.revision)\n" }
        text += (tunable.readers ?? []).map(line).joined()
        return text + (tunable.hasMoreReaders == true ? "more programs subscribe\n" : "")
    }

    /// Returns the line of a program that subscribes to the key: "subscriber: game[4711] (applied)".
    private static func line(_ reader: ReaderRecord) -> String {
        let reason = reader.reason.map { ": \($0.shownWhole)" } ?? ""
        let state = reader.state == AppliedState.unknown.rawValue ? "" : " (\(reader.state.shownWhole)\(reason))"
        return "subscriber: \(reader.client.shownWhole)[\(reader.pid)]\(state)\n"
    }

    /// Returns the line of a kill switch or a layer that limits a key.
    package static func line(_ killSwitch: KillSwitchRecord) -> String {
        let match = killSwitch.match.map(\.shownWhole).joined(separator: " ")
        let reason = killSwitch.reason.map { ": \($0.shownWhole)" } ?? ""
        return "limited by \(killSwitch.source.shownWhole) (\(match))\(reason)\n"
    }

    /// Returns the members of a declaration, with the description in several lines if it is wider than a terminal.
    private static func declaration(_ spec: JSONObject, columns: Int?) -> String {
        let names = spec.members.map(\.name.shownWhole)
        let indent = 2 + (names.map(\.displayWidth).max() ?? 0) + 2
        return indented(
            spec.members.flatMap { member in
                let (name, value) = (member.name.shownWhole, ValueText.line(member.value))
                guard name == "description", let columns, indent < columns else { return [[name, value]] }
                let lines = value.wrapped(to: columns - indent).split(separator: "\n").map(String.init)
                return zip([name] + lines.dropFirst().map { _ in "" }, lines).map { [$0, $1] }
            }
        )
    }

    private static func row(of candidate: DescribedCandidate) -> [String] {
        let remark = candidate.wins ? "wins" : candidate.reason?.shownWhole ?? ""
        return [candidate.origin.shownWhole, ValueText.line(candidate.value), remark]
    }

    private static func indented(_ rows: [[String]]) -> String {
        Table.text(rows.map { [""] + $0 })
    }
}
