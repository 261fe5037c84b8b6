import BlockingTests
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `tunerctl shell` from a pipe, the real programs.
@Suite(.blocking) struct ShellScriptTests {
    @Test func `the shell runs the lines of a script in order`() throws {
        try Transcript(
            #"""
            $ printf 'set a 1\nget a\n\n# a remark\nset b "two words"\nget b' | tunerctl shell
            tunerctl: a is a new tunable of type number
            1
            tunerctl: b is a new tunable of type string
            two words
            $ printf 'list B\nlist *a\nreset a\nlist\nreset-all\nlist\nhistory 0\n' | tunerctl shell
            b two words
            a 1
            b two words
            b: two words -> none
            tunerctl: line 7: N must be a whole number from 1, got 0; see tunerctl help history
            [2]
            $ tunerctl declare on --type boolean --default false
            $ printf 'set on yes\nget on\ntoggle on\nset on "\\"no\\""\nget on\n' | tunerctl shell
            true
            false
            line 4: on must be true or false (or 1, yes, y, on, 0, no, n, off), got ""no""
            [1]
            $ printf 'get on\n' | tunerctl shell --json | sed 's/revision.*//'
            {"key":"on","value":false,"origin":"local","
            $ tunerctl with a=2 -- sh -c 'printf "get a\nset a 3\nget a\n" | tunerctl shell'; printf 'get a\n' | tunerctl shell
            2
            3
            line 1: there is no key a
            [3]

            """#
        ).check()
    }

    @Test func `the shell stops at the first failing line unless --keep-going is given`() throws {
        try Transcript(
            """
            $ tunerctl declare n --type integer --default 1 --max 9
            $ printf 'set n 2\\nget n\\nset n 10\\nset n 3\\nget n\\n' | tunerctl shell
            2
            line 3: n must be at most 9, got 10
            [1]
            $ printf 'get n\\nget m\\nget n\\n' | tunerctl shell
            2
            line 2: there is no key m; did you mean n?
            [3]
            $ printf 'get m\\nset n 10\\nsett n 1\\nset n many\\nget "\\nset n 4\\nget n\\n' | tunerctl shell --keep-going
            line 1: there is no key m; did you mean n?
            line 2: n must be at most 9, got 10
            tunerctl: line 3: there is no command sett; did you mean set?; see help
            line 4: n must be a whole number, got "many"
            tunerctl: line 5: a quote is not closed; see help
            4
            [3]
            $ printf 'quit\\nset n 5\\n' | tunerctl shell; tunerctl get n
            4

            """
        ).check()
    }

    @Test func `the shell refuses a line with another socket and applies a line's timeout`() throws {
        try Transcript(
            """
            $ tunerctl set a 1 2>/dev/null
            $ printf 'get a\\nget a --socket /nowhere\\nget a\\n' | tunerctl shell
            1
            tunerctl: line 2: --socket is not allowed in a shell; to use another daemon, type: tunerctl shell --socket PATH; see tunerctl help shell
            [2]
            $ printf 'get a --socket %s\\n' "$TUNER_SOCKET" | tunerctl shell
            1
            $ pid=$(tunerctl call server.info | grep -o '"pid":[0-9]*' | cut -d: -f2); kill -STOP $pid
            $ printf 'list --timeout 0.1\\nlist\\n' | tunerctl shell --timeout 300 2>&1 | sed 's/daemon at .* within/daemon ... within/'; kill -CONT $pid
            tunerctl: line 1: the daemon ... within 0.1 s; to wait longer, use --timeout

            """
        ).check()
    }

    @Test func `the shell prints watched changes between the results of lines`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let shell = try installation.start("shell")
        try shell.write("watch ui.*\nset ui.a 1\nset b 2\nget b\n")
        #expect(try shell.line() == "ui.a 1")
        #expect(try shell.line() == "2")
        _ = try installation.run("set", "ui.a", "3")
        #expect(try shell.line() == "ui.a 3")
        try shell.write("watch off\nset ui.a 4\nget ui.a\n")
        #expect(try shell.line() == "4")
        shell.endInput()
        #expect(try shell.wait().code == 0)
    }

    @Test(arguments: ["stop", "kill"])
    func `the shell waits for a restarted daemon and misses no change`(end: String) throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let shell = try installation.start("shell")
        try shell.write("set a 1\nwatch a\nget a\n")
        #expect(try shell.line() == "1")
        try installation.end(by: end)
        try shell.write("set a 2\nlist\nget a\n")
        let lost = try shell.errors { $0.contains("lost the") }
        #expect(lost.contains("waiting for it; start one with: tunerctl start\n"))
        try installation.startAgain()
        let lines = [try shell.line(), try shell.line(), try shell.line()]
        #expect(lines.sorted() == ["2", "a 2", "a 2"])
        shell.endInput()
        #expect(try shell.wait().code == 0)
    }

    @Test func `the shell pipelines many lines and keeps their order`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let shell = try installation.start("shell")
        var text = ""
        for number in 1...300 { text += "set a \(number)\nget a\nget a\n" }
        try shell.write(text)
        shell.endInput()
        let expected = (1...300).map { "\($0)\n\($0)\n" }.joined()
        #expect(try shell.wait().output == expected)
    }

    @Test func `the shell skips no line when the daemon is killed, and reports the loss once`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let shell = try installation.start("shell", "--timeout", "300")
        try shell.write((1...200).map { "set a \($0)\nget a\n" }.joined())
        _ = try shell.output { $0.contains("\n50\n") }
        try installation.end(by: "kill")
        // A shell without a line to run does not notice the loss.
        try shell.write((201...300).map { "set a \($0)\nget a\n" }.joined())
        shell.endInput()
        _ = try shell.errors { $0.contains("lost the connection") }
        try installation.startAgain()
        let result = try shell.wait()
        #expect(result.code == 0)
        #expect(result.output == (1...300).map { "\($0)\n" }.joined())
        #expect(result.errors.ranges(of: "lost the connection").count == 1)
        #expect(try installation.run("get", "a").output == "300\n")
    }

    @Test(arguments: ["set a 2", "update a=2"])
    func `the shell repeats a write that was in flight when the daemon was killed`(line: String) throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let shell = try installation.start("shell", "--timeout", "300")
        try shell.write("set a 1\nget a\n")
        #expect(try shell.line() == "1")
        // A stopped daemon reads nothing more before it is killed.
        let pid = try installation.daemonProcess()
        #expect(kill(pid, SIGSTOP) == 0)
        try shell.write("\(line)\n")
        try shell.waitUntilRead()
        #expect(kill(pid, SIGKILL) == 0)
        try installation.startAgain()
        try shell.write("get a\n")
        #expect(try shell.line() == "2")
        shell.endInput()
        #expect(try shell.wait().code == 0)
    }

    @Test func `the shell skips a byte order mark and refuses commands that read standard input`() throws {
        try Transcript(
            #"""
            $ printf '\357\273\277set a 2\r\nget a\r\n' | tunerctl shell
            tunerctl: a is a new tunable of type number
            2
            $ printf 'import -\n{"a":7}\nlint -\nset s -\nget s\n' | tunerctl shell --keep-going
            tunerctl: line 1: import of standard input does not work in a shell; run it outside of the shell; see help
            tunerctl: line 2: there is no command {a:7}; see help
            tunerctl: line 3: lint of standard input does not work in a shell; run it outside of the shell; see help
            tunerctl: s is a new tunable of type string
            -
            [2]
            $ tunerctl shell </dev/zero
            tunerctl: line 1 is longer than 67108864 bytes, the most that tunerctl reads; split it; see tunerctl help shell
            [2]

            """#
        ).check()
    }

    @Test func `without a daemon, the shell does not start`() throws {
        let installation = try Installation(.daemon)
        let result = try installation.shell("echo get a | tunerctl shell --timeout 1")
        #expect(result.code == 4)
        #expect(result.output.contains("no daemon responds"))
    }

    @Test func `a line may begin with the name of the program`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let result = try installation.shell("printf 'tunerctl set a 1\\ntunerctl get a\\n' | tunerctl shell --quiet")
        #expect(result == Program.Result(code: 0, output: "1\n"))
    }
}
