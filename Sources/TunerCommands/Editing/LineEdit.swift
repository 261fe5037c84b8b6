/// A line that a person edits: it applies key presses and returns what the caller must do.
struct LineEdit {
    /// The action that the caller must take after a key press.
    enum Outcome: Equatable {
        case nothing
        /// The caller must draw the line again.
        case changed
        case accepted
        case wantsCompletion
        case clearsScreen
        case cancelled
        case ended
    }

    private(set) var characters: [Character] = []
    /// The number of characters before the cursor.
    private(set) var cursor = 0
    private var history: LineHistory
    /// The search in the history, while there is one.
    private var search: LineHistorySearch?
    /// The line before the search.
    private var lineBeforeSearch: (characters: [Character], cursor: Int) = ([], 0)

    /// Creates an empty line with the history of previous lines.
    init(_ history: LineHistory) { self.history = history }

    /// A line with a text, and the cursor at its end.
    init(text: String) {
        history = LineHistory()
        characters = Array(text)
        cursor = characters.count
    }

    var text: String { String(characters) }
    var textBeforeCursor: String { String(characters[..<cursor]) }

    var textAfterCursor: String { String(characters[cursor...]) }

    var isSearching: Bool { search != nil }

    /// Returns the prompt of the search; nil if there is none.
    func searchPrompt(columns: Int) -> String? { search?.prompt(columns: columns) }

    /// Applies a key press.
    mutating func apply(_ key: KeyPress) -> Outcome {
        if let search { return apply(key, to: search) }
        switch key {
        case .scalar(let scalar): insert(scalar)
        case .enter: return .accepted
        case .tab: return .wantsCompletion
        case .interrupt: return .cancelled
        case .clearScreen: return .clearsScreen
        case .endOfInput where characters.isEmpty: return .ended
        case .backspace: return remove(max(cursor - 1, 0)..<cursor)
        case .delete, .endOfInput: return remove(cursor..<min(cursor + 1, characters.count))
        case .cutToEnd: return remove(cursor..<characters.count)
        case .cutToStart: return remove(0..<cursor)
        case .cutWord: return remove(wordStart..<cursor)
        case .left: return move(to: max(cursor - 1, 0))
        case .right: return move(to: min(cursor + 1, characters.count))
        case .wordLeft: return move(to: wordStart)
        case .wordRight: return move(to: wordEnd)
        case .home: return move(to: 0)
        case .end: return move(to: characters.count)
        case .up: return replaceLine(history.older(than: text))
        case .down: return replaceLine(history.newer())
        case .searchBackwards:
            guard !history.lines.isEmpty else { return .nothing }
            search = LineHistorySearch(history.lines)
            lineBeforeSearch = (characters, cursor)
        case .pageUp, .pageDown, .escape, .abort: return .nothing
        }
        return .changed
    }

    /// Applies a key press while the person searches in the history.
    private mutating func apply(_ key: KeyPress, to search: LineHistorySearch) -> Outcome {
        var search = search
        switch key {
        case .scalar(let scalar): search.append(scalar)
        case .backspace: search.removeLast()
        case .searchBackwards: search.findOlder()
        case .clearScreen: return .clearsScreen
        case .interrupt, .abort:
            self.search = nil
            (characters, cursor) = lineBeforeSearch
            return .changed
        default:
            // The found line becomes the edited line, and the key is applied to it.
            self.search = nil
            if let match = search.match { history.move(to: match.line, from: String(lineBeforeSearch.characters)) }
            let outcome = key == .escape ? .changed : apply(key)
            return outcome == .nothing ? .changed : outcome
        }
        self.search = search
        if let match = search.match, let found = search.found {
            characters = Array(found)
            cursor = match.character
        } else {
            (characters, cursor) = lineBeforeSearch
        }
        return .changed
    }

    /// Replaces the last `count` bytes before the cursor with a text.
    mutating func replace(lastBytes count: Int, with text: String) {
        let before = textBeforeCursor
        let kept = Array(String(decoding: Array(before.utf8.dropLast(count)), as: UTF8.self))
        let after = characters[cursor...]
        characters = kept + Array(text) + after
        cursor = characters.count - after.count
    }

    private mutating func insert(_ scalar: Unicode.Scalar) {
        // A combining scalar becomes part of the previous character.
        if cursor > 0 {
            let joined = String(characters[cursor - 1]) + String(scalar)
            if joined.count == 1, let character = joined.first {
                characters[cursor - 1] = character
                return
            }
        }
        characters.insert(Character(scalar), at: cursor)
        cursor += 1
    }

    private mutating func remove(_ range: Range<Int>) -> Outcome {
        guard !range.isEmpty else { return .nothing }
        characters.removeSubrange(range)
        cursor = range.lowerBound
        return .changed
    }

    private mutating func move(to offset: Int) -> Outcome {
        guard offset != cursor else { return .nothing }
        cursor = offset
        return .changed
    }

    private mutating func replaceLine(_ line: String?) -> Outcome {
        guard let line else { return .nothing }
        characters = Array(line)
        cursor = characters.count
        return .changed
    }

    private var wordStart: Int {
        var offset = cursor
        while offset > 0, characters[offset - 1] == " " { offset -= 1 }
        while offset > 0, characters[offset - 1] != " " { offset -= 1 }
        return offset
    }

    private var wordEnd: Int {
        var offset = cursor
        while offset < characters.count, characters[offset] == " " { offset += 1 }
        while offset < characters.count, characters[offset] != " " { offset += 1 }
        return offset
    }
}
