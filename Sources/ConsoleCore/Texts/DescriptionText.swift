import JSONCore
package import TunerAPI

/// The `describe` output for people.
package enum DescriptionText {
    /// Returns the value, its origin, all other places with a value, the limits and the declaration.
    ///
    /// `paint` can add a color to the value.
    package static func text(of tunable: DescribeResult, _ paint: (String) -> String = { $0 }) -> String {
        let value = paint(ValueText.line(tunable.value))
        var text = "\(tunable.key.shownWhole) is \(value) (\(tunable.origin.shownWhole))\n"
        if let whole = tunable.memberOf { text += "a member of \(whole.shownWhole)\n" }
        text += indented(tunable.places.map(row))
        text += (tunable.limits ?? []).map(line).joined()
        if let spec = tunable.spec {
            let actor = tunable.declaredBy.map { " by \($0.client.shownWhole)[\($0.pid)]" } ?? ""
            text += "declared\(actor)\n"
            text += indented(spec.members.map { [$0.name.shownWhole, ValueText.line($0.value)] })
        } else {
            text += "not declared\n"
        }
        return text + (tunable.revision > 0 ? "changed by revision \(tunable.revision)\n" : "")
    }

    /// Returns the line of a kill switch or a layer that limits a key.
    package static func line(_ limit: LimitRecord) -> String {
        let match = limit.match.map(\.shownWhole).joined(separator: " ")
        let reason = limit.reason.map { ": \($0.shownWhole)" } ?? ""
        return "limited by \(limit.source.shownWhole) (\(match))\(reason)\n"
    }

    private static func row(of place: DescribedPlace) -> [String] {
        let remark = place.wins ? "wins" : place.reason?.shownWhole ?? ""
        return [place.origin.shownWhole, ValueText.line(place.value), remark]
    }

    private static func indented(_ rows: [[String]]) -> String {
        Table.text(rows.map { [""] + $0 })
    }
}
