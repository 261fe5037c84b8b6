import ConsoleCore
import JSONCore
import OptionCore
import SystemCore

/// Draws the table of `tunerctl top` on a terminal of some size.
struct TopScreen {
    let columns: Int
    let rows: Int
    let hasColor: Bool

    /// How many rows of the table fit: the title, the head and the last line are always there.
    var tableHeight: Int { max(rows - 3, 1) }

    /// The keys in the last line: the most needed ones are the first and the last.
    private static let help = [
        "↑↓ select", "←→ step", "⏎ edit", "d reset", "u undo", "r redo", "/ search", "q quit",
    ]

    /// The help for the width of the screen, which always ends with the key that quits.
    private var helpLine: String {
        var items = TopScreen.help
        while items.count > 1, items.joined(separator: "  ").displayWidth > columns {
            items.remove(at: items.count - 2)
        }
        return items.joined(separator: "  ")
    }

    /// Returns the bytes of a whole frame, which replaces the last one without flicker.
    func frame(of model: TopModel, title: String, at now: WallTime) -> String {
        let widths = widths(for: model)
        var lines = [style("1", fit(titleLine(model, title))), style("2", fit(row(TopScreen.heads, widths)))]
        if model.count == 0 { lines.append(fit(TopScreen.empty)) }
        for shown in model.shown {
            switch shown {
            case .group(let group): lines.append(style("1", fit("\(group.shown):")))
            case .row(let row):
                let line = fit(text(of: row, widths, at: now))
                lines.append(row.key == model.selected?.key ? "\u{1B}[7m\(padded(line))\u{1B}[0m" : line)
            }
        }
        while lines.count < rows - 1 { lines.append("") }
        lines.append(fit(lastLine(model)))
        return "\u{1B}[H" + lines.prefix(rows).map { "\($0)\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J"
    }

    private func titleLine(_ model: TopModel, _ title: String) -> String {
        let found = model.search.isEmpty ? "" : " · \(model.keys.count) found by /\(model.search.shown)"
        return "\(title) · revision \(model.revision) · \(model.count) tunables\(found)"
    }

    private func lastLine(_ model: TopModel) -> String {
        switch model.mode {
        case .search(let edit): return "/\(edit.text)▏"
        case .edit(let key, let edit): return "\(key.shownWhole) = \(edit.textBeforeCursor)▏\(edit.textAfterCursor)"
        case .table: return model.message.isEmpty ? helpLine : model.message
        }
    }

    // MARK: Columns

    private static let heads = ["KEY", "VALUE", "", "ORIGIN", "CHANGED BY", "AGO"]

    private static let empty = "There are no tunables here. To make one, type: tunerctl set ui.scale 2"

    /// Returns the widths of the columns: the key gets what the others leave, and the value what the keys do not need.
    private func widths(for model: TopModel) -> [Int] {
        let isWide = columns >= 100
        let sparkline = isWide ? 16 : columns >= 72 ? 8 : 0
        let changedBy = isWide ? 18 : columns >= 80 ? 12 : 0
        let others = [sparkline, 10, changedBy, 6]
        let gaps = 2 * (1 + others.count { $0 > 0 })
        let rows = model.shown.compactMap(\.row)
        let room = max(columns - others.reduce(0, +) - gaps - 14, 16)
        let key = rows.map(\.key.shownWhole.displayWidth).max() ?? 0
        let value = rows.map { ValueText.short($0.value).displayWidth }.max() ?? 0
        let more = max(0, min(value - 14, room - max(key, 16)))
        return [room - more, 14 + more] + others
    }

    private func text(of row: TopRow, _ widths: [Int], at now: WallTime) -> String {
        self.row(
            [
                row.key.shownWhole, ValueText.short(row.value),
                Sparkline.text(of: row.samples, width: widths[2], bounds: row.bounds), row.origin.shownWhole,
                row.changedBy.isEmpty ? "" : row.changedBy.shownWhole,
                WallTime(rfc3339: row.changedAt).map { TopScreen.age(of: $0, at: now) } ?? "",
            ],
            widths
        )
    }

    private func row(_ cells: [String], _ widths: [Int]) -> String {
        zip(cells, widths).filter { $0.1 > 0 }.map { cell, width in
            let cell = cell.cut(toColumns: width)
            return cell + String(repeating: " ", count: width - cell.displayWidth)
        }.joined(separator: "  ")
    }

    /// The time since a moment in its largest unit.
    static func age(of time: WallTime, at now: WallTime) -> String {
        let seconds = max(0, now.seconds - time.seconds)
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3_600: return "\(seconds / 60) min"
        case ..<86_400: return "\(seconds / 3_600) h"
        default: return "\(seconds / 86_400) d"
        }
    }

    // MARK: Text

    private func fit(_ line: String) -> String { line.cut(toColumns: columns) }

    private func padded(_ line: String) -> String {
        line + String(repeating: " ", count: max(0, columns - line.displayWidth))
    }

    private func style(_ code: String, _ line: String) -> String {
        hasColor ? "\u{1B}[\(code)m\(line)\u{1B}[0m" : line
    }
}
