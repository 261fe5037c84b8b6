import JSONCore
import OptionCore
import SystemCore
import Testing
import TunableEngine
import TunerAPI

@testable import TunerCommands

/// The table of `tunerctl top` as a value: keys and changes in, requests out.
@Suite struct TopModelTests {
    private static func tunable(_ key: String, _ value: JSON?, _ spec: JSONObject? = nil) -> ListedTunable {
        var tunable = ListedTunable()
        (tunable.key, tunable.value, tunable.origin, tunable.spec) = (key, value, "local", spec)
        return tunable
    }

    /// A reference to a model, so that an expectation can call a mutating function.
    @dynamicMemberLookup
    private final class Table {
        var model = TopModel()

        init(_ tunables: [ListedTunable], rows: Int = 10) {
            model.load(tunables, [], revision: 1)
            model.resize(rows: rows)
        }

        subscript<Value>(dynamicMember path: KeyPath<TopModel, Value>) -> Value { model[keyPath: path] }

        func apply(_ key: KeyPress) -> TopModel.Request? { model.apply(key) }
        func apply(_ changes: [WatchedChange]) -> Bool { model.apply(changes) }
    }

    private static let hundred = (0..<100).map { tunable("k\(100 + $0)", .integer(Int64($0))) }

    @Test func `the selection stays inside the table and remains visible`() {
        let model = Table(Self.hundred)
        _ = model.apply(.up)
        #expect(model.selected?.key == "k100")
        for _ in 0..<10 { _ = model.apply(.down) }
        #expect(model.selected?.key == "k110")
        #expect(model.shown.map(\.key) == (101...110).map { "k\($0)" })
        _ = model.apply(.pageDown)
        #expect(model.selected?.key == "k120")
        _ = model.apply(.end)
        #expect(model.selected?.key == "k199")
        #expect(model.shown.count == 10)
        _ = model.apply(.pageUp)
        #expect(model.shown.first?.key == "k189")
        _ = model.apply(.home)
        #expect(model.shown.first?.key == "k100")
        model.model.resize(rows: 200)
        #expect(model.shown.count == 100)
    }

    @Test func `an empty table has no selection, and keys send no request`() {
        let model = Table([])
        for key in [.down, .left, .right, .enter, .delete, .pageDown, .end] as [KeyPress] {
            #expect(model.apply(key) == nil)
        }
        #expect(model.selected == nil)
        #expect(model.shown.isEmpty)
    }

    @Test func `an arrow key steps a number, flips a boolean, and chooses from an enum`() {
        let model = Table([
            Self.tunable("a", 1), Self.tunable("b", true), Self.tunable("c", "m", ["enum": ["s", "m", "l"]]),
        ])
        #expect(model.apply(.right) == .step(key: "a", by: 1))
        #expect(model.apply(.wordLeft) == .step(key: "a", by: -10))
        _ = model.apply(.down)
        #expect(model.apply(.left) == .toggle(key: "b"))
        _ = model.apply(.down)
        #expect(model.apply(.right) == .choose(key: "c", "l"))
        #expect(model.apply(.left) == .choose(key: "c", "s"))
    }

    @Test func `a search matches keys in any case and keeps the selected key`() {
        let model = Table([Self.tunable("ui.Corner", 1), Self.tunable("ui.mode", 2), Self.tunable("x.corner", 3)])
        _ = model.apply(.end)
        for key in "/COR".unicodeScalars { _ = model.apply(.scalar(key)) }
        #expect(model.keys == ["ui.Corner", "x.corner"])
        #expect(model.selected?.key == "x.corner")
        #expect(model.apply(.scalar("q")) == nil)
        #expect(model.keys.isEmpty)
        _ = model.apply(.backspace)
        _ = model.apply(.enter)
        #expect(model.selected?.key == "ui.Corner")
        _ = model.apply(.escape)
        #expect(model.keys.count == 3)
        #expect(model.apply(.scalar("q")) == .quit)
    }

    @Test func `an edit starts with the current value and ends with Enter or Escape`() {
        let model = Table([Self.tunable("a", "one")])
        #expect(model.apply(.enter) == nil)
        _ = model.apply(.cutToStart)
        for key in "q d".unicodeScalars { #expect(model.apply(.scalar(key)) == nil) }
        #expect(model.apply(.enter) == .set(key: "a", text: "q d"))
        _ = model.apply(.enter)
        #expect(model.apply(.escape) == nil)
        #expect(model.apply(.scalar("d")) == .reset(key: "a"))
    }

    @Test func `an edit of a secret value starts with an empty text`() {
        let model = Table([Self.tunable("a", .secretMark)])
        #expect(model.apply(.enter) == nil)
        #expect(model.apply(.scalar("x")) == nil)
        #expect(model.apply(.enter) == .set(key: "a", text: "x"))
    }

    @Test func `changes update values and samples, and a change of an unlisted key is reported`() {
        let model = Table([Self.tunable("a", 1)])
        var change = WatchedChange(change: ChangeRecord("a", 5), revision: 7)
        change.time = "2026-01-01T00:00:00.000Z"
        #expect(!model.apply([change]))
        #expect(model.selected?.value == 5)
        #expect(model.selected?.samples == [1, 5])
        #expect(model.selected?.changedAt == change.time)
        #expect(model.revision == 7)
        #expect(model.apply([WatchedChange(change: ChangeRecord("b", 5), revision: 8)]))
        // Reading the values again keeps the samples.
        model.model.load([Self.tunable("a", 6), Self.tunable("b", 5)], [], revision: 9)
        #expect(model.selected?.samples == [1, 5, 6])
    }

    @Test func `the first samples are read from the history`() {
        var commits = [CommitRecord(), CommitRecord()]
        (commits[0].changes, commits[0].time) = ([ChangeRecord("a", 3)], "late")
        (commits[1].changes, commits[1].time) = ([ChangeRecord("a", 2)], "early")
        var model = TopModel()
        model.load([Self.tunable("a", 3)], commits, revision: 2)
        #expect(model.selected?.samples == [2, 3])
        #expect(model.selected?.changedAt == "late")
    }

    @Test(
        arguments: [
            ([], ""), ([1], ""), ([1, 2, 3], "▁▅█"), ([2, 2], "▅▅"),
            ([-.greatestFiniteMagnitude, .greatestFiniteMagnitude], "▁█"),
            ([0, 10, 20, 30, 40], "▁▃▆█"),
        ] as [([Double], String)]
    )
    func `a sparkline has a block for each of the last samples`(samples: [Double], line: String) {
        #expect(Sparkline.text(of: samples, width: 4) == line)
    }

    @Test func `a sparkline with bounds scales its samples to the range`() {
        #expect(Sparkline.text(of: [0, 10], width: 8, bounds: 0...70) == "▁▂")
    }

    @Test(arguments: [(20, 5), (80, 24), (200, 50)])
    func `a frame has one line per terminal row, none wider than the terminal`(columns: Int, rows: Int) {
        let screen = TopScreen(columns: columns, rows: rows, hasColor: false)
        let model = Table(Self.hundred + [Self.tunable("日本語の長い鍵", "値\u{1B}[2J")], rows: screen.tableHeight)
        _ = model.apply(.end)
        let frame = screen.frame(of: model.model, title: "tunerd", at: WallTime(seconds: 0))
        let lines = frame.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.count == rows)
        for line in lines {
            let text = String(line).replacing(/\u{1B}\[[0-9]*[A-Za-z]/, with: "")
            #expect(text.displayWidth <= columns, "\(text)")
        }
        #expect(!frame.contains("\u{1B}[2J"))
    }

    @Test(arguments: [(60, ""), (72, "▁▅█"), (80, "▁▅█"), (110, "▁▅█")])
    func `a terminal of at least 72 columns has a sparkline`(columns: Int, line: String) {
        var commits = [CommitRecord(), CommitRecord()]
        commits[0].changes = [ChangeRecord("a", 2)]
        commits[1].changes = [ChangeRecord("a", 1)]
        var model = TopModel()
        model.load([Self.tunable("a", 3)], commits, revision: 3)
        let screen = TopScreen(columns: columns, rows: 5, hasColor: false)
        let frame = screen.frame(of: model, title: "t", at: WallTime(seconds: 0))
        #expect(frame.filter { "▁▂▃▄▅▆▇█".contains($0) } == line, "\(frame)")
    }

    @Test(arguments: [20, 40, 72, 110]) func `the last line always names the key that quits`(columns: Int) {
        let screen = TopScreen(columns: columns, rows: 5, hasColor: false)
        let frame = screen.frame(of: Table([]).model, title: "t", at: WallTime(seconds: 0))
        #expect(frame.contains("q quit"), "\(frame)")
    }

    @Test func `a table without tunables names the command that makes one`() {
        let screen = TopScreen(columns: 80, rows: 5, hasColor: false)
        let sentence = "There are no tunables here. To make one, type: tunerctl set ui.scale 2"
        for (model, isEmpty) in [(Table([]), true), (Table([Self.tunable("a", 1)]), false)] {
            let frame = screen.frame(of: model.model, title: "t", at: WallTime(seconds: 0))
            #expect(frame.contains(sentence) == isEmpty, "\(frame)")
        }
    }

    @Test(arguments: [(60, false), (90, true), (140, true)])
    func `a wide value gets the columns that the keys do not need`(columns: Int, isWhole: Bool) throws {
        let screen = TopScreen(columns: columns, rows: 6, hasColor: false)
        let model = Table([Self.tunable("wind", ["gust": 12, "calm": 3]), Self.tunable("a.key.of.24.characters..", 1)])
        let frame = screen.frame(of: model.model, title: "t", at: WallTime(seconds: 0))
        #expect(frame.contains(#"{"gust":12,"calm":3}  "#) == isWhole, "\(frame)")
        #expect(frame.contains("a.key.of.24.characters..  "), "\(frame)")
    }

    @Test func `a value that never changed has no program and no age`() {
        let screen = TopScreen(columns: 110, rows: 6, hasColor: false)
        let frame = screen.frame(of: Table([Self.tunable("a", 1)]).model, title: "t", at: WallTime(seconds: 0))
        #expect(!frame.contains("\"\""), "\(frame)")
    }

    @Test func `each group has a heading, which is not selected and stays above its first key`() {
        let names = [("a", "Walls"), ("b", "Doors"), ("c", ""), ("d", "Walls")]
        let tunables = names.map { key, group in
            Self.tunable(key, 1, group.isEmpty ? JSONObject() : ["group": .string(group)])
        }
        let model = Table(tunables, rows: 3)
        func lines() -> [String] {
            model.shown.map { line in
                switch line {
                case .group(let group): "\(group):"
                case .row(let row): row.key
                }
            }
        }
        #expect(lines() == ["c", "Doors:", "b"])
        _ = model.apply(.down)
        #expect(model.selected?.key == "b")
        _ = model.apply(.end)
        #expect(lines() == ["Walls:", "a", "d"])
        _ = model.apply(.up)
        _ = model.apply(.up)
        #expect(lines() == ["Doors:", "b", "Walls:"])
    }
}
