import Testing

@testable import TunerCommands

/// The search in the history, as a state machine: keys in, line and prompt out.
@Suite struct LineHistorySearchTests {
    private static let history = ["set a 1", "get b", "set a 2", "get b", "set a 2", "list"]

    /// Returns a line after key presses.
    private func line(_ keys: [KeyPress], _ history: [String] = LineHistorySearchTests.history) -> LineEdit {
        var edit = LineEdit(LineHistory(history))
        for key in keys { _ = edit.apply(key) }
        return edit
    }

    private func keys(_ text: String) -> [KeyPress] { text.unicodeScalars.map { .scalar($0) } }

    @Test func `each character narrows the search to the newest line that has the text`() {
        let first = line([.searchBackwards] + keys("a"))
        #expect(first.text == "set a 2")
        #expect(first.cursor == 4)
        #expect(first.searchPrompt(columns: 80) == "(reverse-i-search)'a': ")
        #expect(line([.searchBackwards] + keys("a 1")).text == "set a 1")
        #expect(line([.searchBackwards] + keys("et")).text == "set a 2")
        #expect(line([.searchBackwards] + keys("t")).text == "list")
    }

    @Test func `the search key finds older lines, and passes over lines equal to the match`() {
        let search = [.searchBackwards] + keys("a")
        #expect(line(search + [.searchBackwards]).text == "set a 1")
        #expect(line([.searchBackwards] + keys("e") + [.searchBackwards]).text == "get b")
        let last = line(search + [.searchBackwards, .searchBackwards])
        #expect(last.text == "set a 1")
        #expect(last.searchPrompt(columns: 80) == "(failed reverse-i-search)'a': ")
    }

    @Test func `Backspace searches again from the newest line`() {
        let search = [.searchBackwards] + keys("et ax") + [KeyPress.backspace]
        #expect(line(search).text == "set a 2")
        #expect(line(search).searchPrompt(columns: 80) == "(reverse-i-search)'et a': ")
        let empty = line([.scalar("x"), .searchBackwards] + keys("a") + [.backspace, .backspace])
        #expect(empty.text == "x")
        #expect(empty.isSearching)
    }

    @Test(arguments: [KeyPress.interrupt, .abort])
    func `canceling the search restores the line and its cursor`(key: KeyPress) {
        let edit = line(keys("xyz") + [.left, .searchBackwards] + keys("set") + [key])
        #expect(edit.text == "xyz")
        #expect(edit.cursor == 2)
        #expect(!edit.isSearching)
        #expect(edit.searchPrompt(columns: 80) == nil)
    }

    @Test func `Escape and the arrows edit the found line, and Enter accepts it`() {
        let search = [.searchBackwards] + keys("a 1")
        let escaped = line(search + [.escape] + keys("!"))
        #expect(escaped.text == "set !a 1")
        #expect(!escaped.isSearching)
        #expect(line(search + [.right] + keys("!")).text == "set a! 1")
        var edit = line(search)
        #expect(edit.apply(.enter) == .accepted)
        #expect(edit.text == "set a 1")
        #expect(!edit.isSearching)
        var failed = line(keys("x") + [.searchBackwards] + keys("?"))
        #expect(failed.apply(.home) == .changed)
        #expect(failed.text == "x")
    }

    @Test func `the arrows continue from the found line, and the unfinished line remains the newest`() {
        let found = keys("x") + [.searchBackwards] + keys("a 1") + [KeyPress.escape]
        #expect(line(found + [.down]).text == "get b")
        #expect(line(found + [KeyPress](repeating: .down, count: 9)).text == "x")
    }

    @Test func `without history there is no search`() {
        let edit = line([.searchBackwards] + keys("a"), [])
        #expect(edit.text == "a")
        #expect(!edit.isSearching)
    }

    @Test func `the prompt shows its end on a narrow terminal`() {
        let edit = line([.searchBackwards] + keys("日本"))
        #expect(edit.searchPrompt(columns: 20) == "h)'日本': ")
        #expect(edit.searchPrompt(columns: 1) == " ")
    }

    @Test func `the keys of the search are read from their control characters`() {
        var reader = KeyReader()
        #expect(reader.read(0x12) == .searchBackwards)
        #expect(reader.read(0x07) == .abort)
    }
}
