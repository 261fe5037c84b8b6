import Testing

@testable import OptionCore

/// Tests of help texts that are wrapped to a width.
@Suite struct HelpFormatTests {
    @Test(arguments: [
        ("", 10, ""), ("one two three", 13, "one two three"), ("one two three", 12, "one two\nthree"),
        ("one\ntwo  three", 7, "one two\nthree"), ("extraordinary it is", 6, "extraordinary\nit is"),
        ("表 示 a", 4, "表\n示 a"),
    ])
    func `a text is wrapped at words, and no word is cut`(text: String, width: Int, lines: String) {
        #expect(text.wrapped(to: width) == lines)
    }

    @Test func `the first word has its own column, and the other lines an indentation`() {
        #expect("one two three".wrapped(to: 10, startingAt: 4, indent: 2) == "one\n  two\n  three")
        #expect("one two three".wrapped(to: 11, startingAt: 4, indent: 2) == "one two\n  three")
    }

    @Test func `a second column is aligned, and a wide name has its own line`() {
        let rows = [("--a", "one two three"), ("--bc N", "four"), ("--long yes|no|maybe", "five six"), ("--d", "")]
        let lines = """
              --a     one two
                      three
              --bc N  four
              --long yes|no|maybe
                      five six
              --d

            """
        #expect(Columns.text(rows, width: 20) == lines)
        #expect(Columns.text([("--wide NAME", "one")], width: 20) == "  --wide NAME\n        one\n")
    }

    @Test func `paragraphs are wrapped, rows are aligned, and literal lines stay as they are`() {
        let text = """
            one two
            three four

            a   five
            bc  six seven eight

              {"literal":   true}
              here
            """
        let lines = """
            one two three
            four

              a   five
              bc  six seven
                  eight

              {"literal":   true}
              here

            """
        #expect(HelpBlock.text(text, width: 15) == lines)
    }

    @Test(arguments: [(nil, 80), (80, 80), (60, 60), (0, 20), (100, 100), (300, 100)] as [(Int?, Int)])
    func `help is as wide as the terminal, within limits`(terminal: Int?, width: Int) {
        #expect(HelpWidth.columns(onTerminal: terminal) == width)
    }
}
