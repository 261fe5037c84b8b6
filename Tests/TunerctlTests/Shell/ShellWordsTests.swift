import ConsoleCore
import SystemCore
import Testing

@testable import TunerCommands

/// Tests of how the shell splits a line.
@Suite struct ShellWordsTests {
    @Test(arguments: [
        ("", []), ("  \t ", []), ("get  a", ["get", "a"]), (#"set a "two words""#, ["set", "a", "two words"]),
        (#"set a """#, ["set", "a", ""]), (#"a"b c"d"#, ["ab cd"]), (#""say \"hi\" \\ \x""#, [#"say "hi" \ x"#]),
        (#"a\b "#, [#"a\b"#]), ("sét ä", ["sét", "ä"]), (#""a" "b""#, ["a", "b"]),
        ("set a 'two words'", ["set", "a", "two words"]), (#"'say "hi" \x'"#, [#"say "hi" \x"#]),
        (#""it's""#, ["it's"]),
    ])
    func `quotes group words, and a backslash escapes a character between double quotes`(line: String, words: [String])
    {
        let parts = ShellWords(line)
        #expect(parts.words == words)
        #expect(!parts.isQuoteOpen)
    }

    @Test func `an unfinished line reports where its last word begins`() {
        #expect(ShellWords("set ui.").lastStart == 4)
        #expect(ShellWords("set ").lastStart == nil)
        let open = ShellWords(#"set "a b"#)
        #expect(open.isQuoteOpen)
        #expect(open.words == ["set", "a b"])
        #expect(open.lastStart == 4)
    }

    @Test(arguments: ["a", "two words", #"a"b"#, "it's", #"\ x"#, "", "é ü", #"a\b"#])
    func `a quoted word parses back to the original word`(word: String) {
        #expect(ShellWords(ShellWords.typed(word)).words == [word])
    }

    @Test(arguments: [
        ("", ShellLine.nothing), ("# set a 1", .nothing), ("get a", .get("a")), ("set a -1", .set("a", "-1")),
        ("get a b", .command(["get", "a", "b"])), ("get --as integer a", .command(["get", "--as", "integer", "a"])),
        (#"set a "\"b\"""#, .command(["set", "a", #""b""#])), ("set a --clamp", .command(["set", "a", "--clamp"])),
        ("list corner", .command(["list", "--search", "corner"])), ("list ui.*", .command(["list", "ui.*"])),
        ("list", .command(["list"])), ("reset-all", .command(["reset", "--all"])), ("watch off", .watchOff),
        ("reset-all ui.*", .command(["reset", "--match", "ui.*"])), ("watch", .watch([])),
        ("watch ui.*", .watch(["ui.*"])),
        ("flag set a -", .command(["flag", "set", "a", "-"])),
        ("help", .help), ("help get", .command(["help", "get"])), ("quit", .quit), ("exit", .quit),
    ])
    func `a shell line is parsed as a command`(text: String, line: ShellLine) throws {
        #expect(try ShellLine(RawText(text)) == line)
    }

    @Test(arguments: [
        (#"get "a"#, "a quote is not closed"),
        ("gte a", "there is no command gte; did you mean get?"),
        ("shell", "shell does not work in a shell; run it outside of the shell"),
        ("reset-al", "did you mean reset-all?"),
        ("top", "top does not work in a shell"), ("layers put --dry-run -", "layers of standard input does not work"),
        ("call ping -", "call of standard input does not work"),
    ])
    func `an invalid shell line is refused`(text: String, words: String) {
        #expect { try ShellLine(RawText(text)) } throws: { "\($0)".contains(words) }
    }

    @Test func `the help of a shell has each of its own lines and each other command once`() {
        let own = ShellHelp.text.split(separator: "\nOther")
        for line in ShellLine.own { #expect(own[0].contains("  \(line.usage)  "), "\(line.usage)") }
        let names = ShellLine.others.map(\.name)
        #expect(own[1].contains("here too: \(names.joined(separator: ", "))."))
        for name in ["shell", "stdio", "exec", "top"] {
            #expect(!names.contains(name) && !ShellLine.names.contains(name))
        }
        for name in ["quit", "exit", "reset-all", "get", "flag"] { #expect(ShellLine.names.count { $0 == name } == 1) }
    }
}
