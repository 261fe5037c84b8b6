import BlockingTests
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `tunerctl sync` while programs save the file and clients change values.
@Suite(.blocking) struct SyncFollowingTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
    }

    @Test(arguments: Seeds.all.suffix(2))
    func `sync transfers every save by rename around its own writes`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let path = try installation.write("{\"mine\": 0}\n", to: "c.json")
        let sync = try installation.start("sync", path)
        #expect(try sync.line() == "mine: none -> 0 (from the file)")
        let shell = try installation.start("shell")
        for round in 1...300 {
            // The daemon's value makes sync write the file. The save happens before, during or after that write.
            try shell.write("set theirs \(round)\n")
            for _ in 0..<Int.random(in: 0...40_000, using: &random) { _ = random.next() }
            let saved = try installation.write("{\"mine\": \(round), \"theirs\": \(round)}\n", to: "saved")
            try Kernel.rename(saved, to: path)
            // sync used the save, or another program has replaced it.
            try installation.expect("c.json", toHold: "\"mine\": \(round)")
            try shell.write("wait mine \(round) --timeout 60\n")
            #expect(try shell.line() == "\(round)", "round \(round) of seed \(seed)")
        }
        #expect(try installation.run("get", "mine", "theirs").output == "mine 300\ntheirs 300\n")
    }

    @Test func `sync transfers a save at once, however the file is saved`() throws {
        _ = try installation.write("{\n  \"a\": 1,\n  \"b\": 1.0\n}\n", to: "c.json")
        _ = try installation.shell(
            "cd '\(installation.file(""))'; ln -s c.json link; mkdir sub; ln -s ../link sub/far.json"
        )
        let sync = try installation.start("sync", installation.file("sub/far.json"))
        #expect(try sync.line() == "a: none -> 1 (from the file)")
        #expect(try sync.line() == "b: none -> 1.0 (from the file)")
        for (index, save) in [
            "sed 's/\"a\": [0-9]*/\"a\": 10/' c.json >new; cat new >c.json",
            "sed 's/\"a\": [0-9]*/\"a\": 11/' c.json >new; mv new c.json",
            "cp c.json c.json~; mv c.json old; sed 's/\"a\": [0-9]*/\"a\": 12/' old >c.json",
            "sed 's/\"a\": [0-9]*/\"a\": 13/' c.json >other; ln -sf other link",
        ].enumerated() {
            _ = try installation.shell("cd '\(installation.file(""))'; \(save)")
            #expect(try sync.line().hasSuffix("-> \(10 + index) (from the file)"))
        }
        _ = try installation.run("set", "b", "2.50")
        #expect(try sync.line() == "b: 1.0 -> 2.5 (from the daemon)")
        #expect(try installation.text(of: "other") == "{\n  \"a\": 13,\n  \"b\": 2.5\n}\n")
        #expect(try Kernel.target(ofLink: installation.file("sub/far.json")) == "../link")
        try sync.send(2)
        #expect(try sync.wait().code == 130)
    }

    @Test func `sync does not overwrite a value set while a push is in flight`() throws {
        _ = try installation.write("{\n  \"a\": 1\n}\n", to: "c.json")
        let sync = try installation.start("sync", installation.file("c.json"))
        #expect(try sync.line() == "a: none -> 1 (from the file)")
        let shell = try installation.start("shell")
        try shell.write("get a\n")
        #expect(try shell.line() == "1")
        let pid = try installation.daemonProcess()
        // A stopped daemon notifies neither sync of the other.
        #expect(kill(pid, SIGSTOP) == 0)
        try shell.write("set a 5\n")
        try shell.waitUntilRead()
        _ = try installation.write("{\n  \"a\": 7\n}\n", to: "c.json")
        // sync stores the values before it sends them.
        #expect(try eventually { try installation.syncNotes().contains("\"toDaemon\":{\"a\":7}") })
        #expect(kill(pid, SIGCONT) == 0)
        // If the file's value was sent last, it wins; otherwise the daemon's value stays.
        try installation.expect("c.json", toHold: "\"a\": 5")
        #expect(try installation.run("get", "a").output == "5\n")
    }

    @Test func `saving the file again during a push is not a conflict`() throws {
        _ = try installation.run("update", "a=21", "b=1")
        _ = try installation.write("{\"a\":21,\"b\":1}\n", to: "c.json")
        let sync = try installation.start("sync", installation.file("c.json"))
        // A change before sync has begun would count as a change of both sides.
        #expect(try eventually { try installation.syncNotes().contains("\"values\":{\"a\":21,\"b\":1}") })
        _ = try installation.run("set", "b", "2")
        #expect(try sync.line() == "b: 1 -> 2 (from the daemon)")
        // Both sides change before the next check of sync.
        try sync.suspend()
        _ = try installation.run("set", "b", "3")
        _ = try installation.write("{\"a\":22,\"b\":2}\n", to: "c.json")
        let pid = try installation.daemonProcess()
        #expect(kill(pid, SIGSTOP) == 0)
        try sync.send(SIGCONT)
        #expect(try eventually { try installation.syncNotes().contains("\"toDaemon\":{\"a\":22}") })
        _ = try installation.write("{\"a\":23,\"b\":2}\n", to: "c.json")
        #expect(kill(pid, SIGCONT) == 0)
        #expect(try sync.line() == "a: 21 -> 22 (from the file)")
        #expect(try sync.line() == "a: 22 -> 23 (from the file)")
        #expect(try sync.line() == "b: 2 -> 3 (from the daemon)")
        try installation.expect("c.json", toHold: "{\"a\":23,\"b\":3}")
        #expect(try installation.run("get", "a", "b").output == "a 23\nb 3\n")
        #expect(try installation.shell("ls '\(installation.file(""))'/*.conflicts").code != 0)
    }

    @Test(arguments: ["stop", "kill"])
    func `sync waits for an invalid or missing file and for a restarted daemon`(end: String) throws {
        _ = try installation.write("{\"a\": 1}", to: "c.json")
        let sync = try installation.start("sync", installation.file("c.json"))
        #expect(try sync.line() == "a: none -> 1 (from the file)")
        _ = try installation.write("{\"a\": ", to: "c.json")
        #expect(try sync.errors { $0.contains("c.json:1:6: invalid JSON") }.contains("c.json:1:6: invalid JSON"))
        try Kernel.removeFile(installation.file("c.json"))
        _ = try sync.errors { $0.contains("does not exist") }
        #expect(try installation.run("get", "a").output == "1\n")
        _ = try installation.write("{\"a\": 2}", to: "c.json")
        #expect(try sync.line() == "a: 1 -> 2 (from the file)")
        try installation.end(by: end)
        _ = try sync.errors { $0.contains("lost the connection") }
        _ = try installation.write("{\"a\": 3}", to: "c.json")
        try installation.startAgain()
        #expect(try sync.line() == "a: 2 -> 3 (from the file)")
        _ = try installation.run("set", "a", "4")
        #expect(try sync.line() == "a: 3 -> 4 (from the daemon)")
        try installation.expect("c.json", toHold: "{\"a\": 4}")
        #expect(try sync.errors { _ in true }.split(separator: "lost the connection").count == 2)
    }

    @Test(arguments: [
        ([], "sync: c.json <-> tunerd (4 keys); end with Ctrl-C"),
        (["--match", "ui.*"], "sync: c.json <-> tunerd (2 keys match 'ui.*'); end with Ctrl-C"),
        (["--match", "b", "--pull"], "sync: c.json <- tunerd (1 key matches 'b'); end with Ctrl-C"),
        (
            ["--match", "b", "--match", "d", "--push"],
            "sync: c.json -> tunerd (2 keys match 'b' or 'd'); end with Ctrl-C"
        ),
    ])
    func `on a terminal it prints what it synchronizes and how to end it`(options: [String], line: String) throws {
        _ = try installation.run("update", "ui.a=1", "b=2", "d=4")
        let path = try installation.write("{\"ui.c\": 3}", to: "c.json")
        let sync = try installation.start(["sync", path] + options, on: .terminal)
        let wanted = line.replacing("c.json", with: path)
        #expect(try sync.output { $0.contains("Ctrl-C\r\n") }.hasPrefix("\(wanted)\r\n"))
        try sync.send(SIGINT)
        #expect(try sync.wait().code == 130)
    }

    @Test(arguments: [["--quiet"], ["--once"]])
    func `it does not print how to end it when it is quiet or ends by itself`(options: [String]) throws {
        let path = try installation.write("{\"a\": 1}", to: "c.json")
        let sync = try installation.start(["sync", path] + options, on: .terminal)
        #expect(try sync.output { $0.contains("a: none -> 1") }.hasPrefix("a: none -> 1 (from the file)"))
        try sync.send(SIGINT)
        _ = try sync.wait()
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/vim") || Demands.areStrict, "missing here: vim"))
    func `sync follows every save method of Vim, also through a symbolic link`() throws {
        _ = try installation.write("{\n  \"a\": 1\n}\n", to: "real.json")
        _ = try installation.shell("ln -s real.json '\(installation.file("c.json"))'")
        let sync = try installation.start("sync", installation.file("c.json"))
        #expect(try sync.line() == "a: none -> 1 (from the file)")
        let ways = [
            "backupcopy=yes", "backupcopy=no", "nowritebackup", "backup", "backupcopy=yes,breaksymlink",
            "backupcopy=no",
        ]
        for (index, way) in ways.enumerated() {
            let line =
                "vim -es -u NONE -i NONE --not-a-term -c 'set \(way)' -c '2s/[0-9][0-9]*/\(20 + index)/' -c 'wq' c.json"
            _ = try installation.shell("cd '\(installation.file(""))'; \(line)")
            #expect(try sync.line().hasSuffix("-> \(20 + index) (from the file)"), "\(way)")
        }
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/emacs") || Demands.areStrict, "missing here: emacs"))
    func `sync follows every save method of Emacs`() throws {
        _ = try installation.write("{\n  \"a\": 1\n}\n", to: "c.json")
        let sync = try installation.start("sync", installation.file("c.json"))
        #expect(try sync.line() == "a: none -> 1 (from the file)")
        for (index, way) in ["backup-by-copying t", "backup-by-copying nil", "file-precious-flag t"].enumerated() {
            let save =
                "(progn (setq \(way)) (find-file \"c.json\") (re-search-forward \": [0-9]+\") "
                + "(replace-match \": \(30 + index)\") (save-buffer))"
            _ = try installation.shell("cd '\(installation.file(""))'; emacs --batch -Q --eval '\(save)'")
            #expect(try sync.line().hasSuffix("-> \(30 + index) (from the file)"), "\(way)")
        }
    }
}
