import ConsoleCore
import JSONCore
import TunerAPI

/// The table of `tunerctl top`, its selection, and what the person types: keys and changes in, requests out.
struct TopModel {
    /// What a key makes the daemon, or the program, do.
    enum Request: Equatable {
        /// Steps a number, or flips a boolean.
        case step(key: String, by: Int64)
        case toggle(key: String)
        case choose(key: String, JSON)
        case set(key: String, text: String)
        case reset(key: String)
        case undo
        case redo
        case reload
        case quit
    }

    /// A line of the table.
    enum Line {
        /// The heading of a group of the declarations.
        case group(String)
        case row(TopRow)

        /// The row; nil for a heading.
        var row: TopRow? { if case .row(let row) = self { row } else { nil } }
        /// The key of a row; nil for a heading.
        var key: String? { row?.key }
    }

    /// What identifies a line of the whole table.
    private enum LineID: Equatable {
        case group(String)
        case key(String)
    }

    /// What keys are typed into.
    enum Mode {
        case table
        case search(LineEdit)
        case edit(key: String, LineEdit)
    }

    private(set) var mode = Mode.table
    /// A refusal, or the outcome of the last request; the next key clears it.
    var message = ""
    private(set) var search = ""
    private(set) var revision: Int64 = 0
    private var rows: [String: TopRow] = [:]
    /// The keys that the search leaves, sorted by group; first those without a group.
    private(set) var keys: [String] = []
    /// The keys with the headings of their groups.
    private var lineIDs: [LineID] = []
    /// The index of the selected key in ``keys``.
    private(set) var selection = 0
    /// The index of the first line in ``lineIDs`` that the screen shows.
    private(set) var scroll = 0
    /// So many rows the screen shows.
    private var height = 1

    // MARK: What the daemon says

    /// Replaces all rows; samples of rows that stay are kept.
    mutating func load(_ tunables: [ListedTunable], _ commits: [CommitRecord], revision: Int64) {
        let before = rows
        rows = Dictionary(tunables.map { ($0.key, TopRow($0)) }) { first, _ in first }
        self.revision = revision
        var older: [String: [Double]] = [:]
        // The newest commit is the first.
        for commit in commits.reversed() {
            for change in commit.changes {
                rows[change.key]?.note(commit.actor, at: commit.time)
                if let number = change.value?.number { older[change.key, default: []].append(number) }
            }
        }
        for key in rows.keys {
            rows[key]?.restore(before[key]?.samples ?? older[key] ?? [])
        }
        find()
    }

    /// Takes changes; returns whether the list of keys may have changed: a key has no row, or no value any more.
    mutating func apply(_ changes: [WatchedChange]) -> Bool {
        var mustLoad = false
        for change in changes {
            revision = max(revision, change.revision)
            let key = change.change.key
            mustLoad = mustLoad || rows[key] == nil || change.change.value == nil
            rows[key]?.apply(change)
        }
        return mustLoad
    }

    /// How many tunables there are, found by the search or not.
    var count: Int { rows.count }

    var selected: TopRow? { keys.indices.contains(selection) ? rows[keys[selection]] : nil }

    /// The lines that the screen shows.
    var shown: [Line] {
        lineIDs.dropFirst(scroll).prefix(height).compactMap { id in
            switch id {
            case .group(let group): .group(group)
            case .key(let key): rows[key].map { .row($0) }
            }
        }
    }

    // MARK: What the person types

    /// Performs the action of a key; returns what is to be done outside.
    mutating func apply(_ key: KeyPress) -> Request? {
        message = ""
        switch mode {
        case .table: return applyToTable(key)
        case .search(var edit):
            switch key {
            case .enter: mode = .table
            case .escape, .interrupt:
                search = ""
                mode = .table
            default:
                _ = edit.apply(key)
                search = edit.text
                mode = .search(edit)
            }
            find()
        case .edit(let target, var edit):
            switch key {
            case .enter:
                mode = .table
                return .set(key: target, text: edit.text)
            case .escape, .interrupt: mode = .table
            default:
                _ = edit.apply(key)
                mode = .edit(key: target, edit)
            }
        }
        return nil
    }

    private mutating func applyToTable(_ key: KeyPress) -> Request? {
        switch key {
        case .up, .scalar("k"): select(selection - 1)
        case .down, .scalar("j"): select(selection + 1)
        case .pageUp: select(selection - height)
        case .pageDown: select(selection + height)
        case .home, .scalar("g"): select(0)
        case .end, .scalar("G"): select(keys.count - 1)
        case .left, .scalar("-"): return move(by: -1)
        case .right, .scalar("+"): return move(by: 1)
        case .wordLeft: return move(by: -10)
        case .wordRight: return move(by: 10)
        case .scalar("/"): mode = .search(LineEdit(text: search))
        case .enter:
            guard let row = selected else { break }
            mode = .edit(key: row.key, LineEdit(text: row.editedText))
        case .scalar("d"), .delete: return selected.map { .reset(key: $0.key) }
        case .scalar("u"): return .undo
        case .scalar("r"): return .redo
        case .clearScreen: return .reload
        case .escape where !search.isEmpty:
            search = ""
            find()
        case .scalar("q"), .interrupt, .endOfInput: return .quit
        default: break
        }
        return nil
    }

    private func move(by count: Int) -> Request? {
        guard let row = selected else { return nil }
        if let choice = row.choice(after: count.signum()) { return .choose(key: row.key, choice) }
        if case .boolean? = row.value { return .toggle(key: row.key) }
        return .step(key: row.key, by: Int64(count))
    }

    // MARK: Selection

    /// Fits the table into so many rows.
    mutating func resize(rows: Int) {
        height = max(rows, 1)
        select(selection)
    }

    private mutating func select(_ index: Int) {
        selection = max(0, min(index, keys.count - 1))
        let line = selected.flatMap { lineIDs.firstIndex(of: .key($0.key)) } ?? 0
        // The heading above the first key of a group is shown with the key.
        let first = if line > 0, case .group = lineIDs[line - 1] { line - 1 } else { line }
        scroll = max(0, min(scroll, first, lineIDs.count - height))
        scroll = max(scroll, line - height + 1)
    }

    /// Searches the keys again; the selected key stays selected, if the search leaves it.
    private mutating func find() {
        let key = selected?.key
        let wanted = search.lowercased()
        let found = rows.values.filter { wanted.isEmpty || $0.key.lowercased().containsText(wanted) }
        keys = found.sorted { ($0.group, $0.key) < ($1.group, $1.key) }.map(\.key)
        lineIDs = []
        var group = ""
        for key in keys {
            if let next = rows[key]?.group, next != group {
                group = next
                lineIDs.append(.group(group))
            }
            lineIDs.append(.key(key))
        }
        select(key.flatMap { keys.firstIndex(of: $0) } ?? min(selection, keys.count - 1))
    }
}
