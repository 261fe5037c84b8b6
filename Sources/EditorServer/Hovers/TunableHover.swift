import ConsoleCore
import JSONCore
import SystemCore
import TunableEngine
import TunerAPI

/// What an editor shows of a tunable.
struct TunableHover {
    let tunable: DescribeResult
    let commits: [CommitRecord]
    let now: WallTime

    /// Writes the value, the description, the declaration, the readers and the last changes.
    func write(to text: inout MarkupText) {
        text.addTitle(tunable.key, shown(tunable.value), tunable.origin)
        if case .string(let description)? = tunable.spec?["description"] { text.addParagraph(description) }
        text.addList((state(text) + [declaration(text)] + readers(text)).filter { !$0.isEmpty })
        text.addList(changes(text))
    }

    private func state(_ text: MarkupText) -> [String] {
        var items = (tunable.killSwitches ?? []).map { text.escaped(String(DescriptionText.line($0).dropLast())) }
        if let end = tunable.end { items.append("until \(text.escaped(end)), then \(text.code(shown(tunable.next)))") }
        if tunable.spec?["deprecated"] == true { items.append("deprecated") }
        return items
    }

    private func declaration(_ text: MarkupText) -> String {
        guard let spec = tunable.spec else { return "not declared" }
        let words = spec.members.filter { !["description", "deprecated"].contains($0.name) }
        let parts = words.map { "\(text.escaped($0.name)) \(text.code(ValueText.line($0.value)))" }
        let actor = tunable.declaredBy.map { ", by \(text.escaped($0.client))" } ?? ""
        return "declared with \(parts.joined(separator: ", "))\(actor)"
    }

    private func readers(_ text: MarkupText) -> [String] {
        // The server itself subscribes, too.
        (tunable.readers ?? []).filter { $0.pid != Int64(Kernel.processID) }.map { reader in
            "read by \(text.escaped("\(reader.client)[\(reader.pid)]"))"
                + (reader.state == AppliedState.unknown.rawValue ? "" : " (\(text.escaped(reader.state)))")
        }
    }

    private func changes(_ text: MarkupText) -> [String] {
        commits.compactMap { commit in
            guard let change = commit.changes.first(where: { $0.key == tunable.key })?.hidingSecret else { return nil }
            let values = text.code("\(ValueText.line(change.old)) → \(ValueText.line(change.value))")
            let age = AgeText.age(of: WallTime(rfc3339: commit.time), at: now)
            return "\(values) by \(text.escaped(commit.actor.client))\(age)"
        }
    }

    private func shown(_ value: JSON?) -> String {
        ValueText.line(tunable.isSecret == true ? value.map { _ in .secretMark } : value)
    }
}
