import ConsoleCore
import OptionCore
import Testing

@testable import TunerCommands

/// Tests of the line editor, from the bytes of a terminal to the shown line.
@Suite struct LineEditTests {
    /// Returns a line after some typed bytes, in which `^` means control and `\e` means escape.
    private func line(_ bytes: String, _ history: [String] = []) -> LineEdit {
        var older = LineHistory()
        for text in history { older.add(text) }
        var edit = LineEdit(older)
        var keys = KeyReader()
        for byte in bytes.utf8 {
            if let key = keys.read(byte) { _ = edit.apply(key) }
        }
        return edit
    }

    @Test(arguments: [
        ("abc", "abc", 3), ("abc\u{7F}\u{7F}", "a", 1), ("abc\u{1B}[D\u{1B}[DX", "aXbc", 2), ("abc\u{01}X", "Xabc", 1),
        ("abc\u{1B}[HX\u{1B}[FY", "XabcY", 5), ("ab cd\u{17}", "ab ", 3), ("ab cd\u{1B}[1;5D\u{0B}", "ab ", 3),
        ("abc\u{02}\u{15}", "c", 0), ("abc\u{01}\u{1B}[3~", "bc", 0), ("abc\u{01}\u{04}", "bc", 0),
        ("é日\u{7F}", "é", 1),
        ("e\u{301}x\u{7F}\u{7F}", "", 0), ("a\u{1B}[99~b\u{1B}Zc", "abZc", 4), ("a\u{FF}b", "aÿb", 3),
    ])
    func `keys edit the line and move its cursor`(bytes: String, text: String, cursor: Int) {
        let edit = line(bytes)
        #expect(edit.text == text)
        #expect(edit.cursor == cursor)
    }

    @Test func `the history keys recall older lines and restore the typed line`() {
        #expect(line("\u{1B}[A", ["one", "two"]).text == "two")
        #expect(line("x\u{1B}[A\u{1B}[A\u{1B}[A", ["one", "two", "two"]).text == "one")
        #expect(line("x\u{1B}[A\u{1B}[A\u{1B}[B\u{1B}[B\u{1B}[B", ["one", "two"]).text == "x")
    }

    @Test func `the key reader ignores bytes that are neither text nor a key`() {
        var keys = KeyReader()
        for byte in [0xFF, 0xC3, 0x28, 0xE2, 0x82, 0x1B, 0x5B, 0x31, 0x00] as [UInt8] { _ = keys.read(byte) }
        for _ in 0..<100 { _ = keys.read(0x31) }
        #expect(keys.read(UInt8(ascii: "a")) == .scalar("a"))
    }

    @Test func `a completion replaces the typed prefix`() {
        var edit = line("set ui.")
        edit.replace(lastBytes: 3, with: "ui.scale ")
        #expect(edit.text == "set ui.scale ")
        #expect(edit.cursor == 13)
    }

    @Test func `a line wider than the terminal is shown around its cursor`() {
        var view = LineView()
        var edit = line("0123456789")
        #expect(view.text("> ", edit, columns: 8) == "\r> 56789\u{1B}[K\r\u{1B}[7C")
        _ = edit.apply(.home)
        #expect(view.text("> ", edit, columns: 8) == "\r> 01234\u{1B}[K\r\u{1B}[2C")
        #expect(view.text("> ", line("日本語"), columns: 8) == "\r> 本語\u{1B}[K\r\u{1B}[6C")
        #expect(view.text("> ", line("日本"), columns: 40) == "\r> 日本\u{1B}[K\r\u{1B}[6C")
    }

    @Test(arguments: [("abc", 3), ("日本", 4), ("e\u{301}", 1), ("👍", 2), ("❤️", 2), ("👨‍👩‍👧", 2), ("한글", 4), ("ｱ", 1)])
    func `display width counts terminal columns`(text: String, width: Int) {
        #expect(text.displayWidth == width)
    }

    @Test func `a table aligns by display width and cuts every column except the first`() {
        let rows = [["key", "日本", "x"], ["k", "a", "a text that is much too long"]]
        #expect(Table.text(rows) == "key  日本  x\nk    a     a text that is much too long\n")
        #expect(Table.text(rows, columns: 24) == "key  日本  x\nk    a     a text that …\n")
        #expect(Table.text(rows, columns: 19) == "key  日本  x\nk    a     a text …\n")
        #expect(Table.text(rows, columns: 3) == "key  日本\nk    a\n")
        let long = [["a.very.long.key", "a long value"]]
        #expect(Table.text(long, columns: 20) == "a.very.long.key  a long …\n")
    }

    @Test func `a text is cut between characters`() {
        #expect("日本語".cut(toColumns: 6) == "日本語")
        #expect("日本語".cut(toColumns: 5) == "日本…")
        #expect("日本語".cut(toColumns: 4) == "日…")
        #expect("abc".cut(toColumns: 2) == "a…")
    }
}
