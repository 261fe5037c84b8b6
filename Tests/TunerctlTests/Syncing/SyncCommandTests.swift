import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `tunerctl sync`, the real programs.
@Suite(.blocking) struct SyncCommandTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
    }

    private func text(of name: String) throws -> String {
        String(decoding: try KernelFile(try Kernel.open(installation.file(name), .read)).readWhole(), as: UTF8.self)
    }

    /// Waits until a file holds a text.
    private func expect(_ name: String, toHold part: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        // One look decides: a moment later another text may be in the place of a save that is about to be put back.
        let holds = try eventually { (try? text(of: name).contains(part)) == true }
        #expect(holds, sourceLocation: sourceLocation)
    }

    @Test func `once, from either side, and back`() throws {
        _ = try installation.write("{\n  \"edit-button-x\": 370,\n  \"spacing\": 1.0\n}\n", to: "c.json")
        try Transcript(
            """
            $ tunerctl declare spacing --type number --default 0.8
            $ tunerctl declare unsaid --type number --default 5
            $ tunerctl sync c.json --once
            edit-button-x: none -> 370 (from the file)
            spacing: 0.8 -> 1.0 (from the file)
            unsaid: none -> 5 (from the daemon)
            $ cat c.json
            {
              "edit-button-x": 370,
              "spacing": 1.0,
              "unsaid": 5
            }
            $ tunerctl sync c.json --once
            $ tunerctl export | tr -d ' \\n' | sed 's/,"specs.*//'; echo
            {"values":{"edit-button-x":370,"spacing":1.0}
            $ tunerctl set spacing 2; sed -i 's/370/371/' c.json; tunerctl sync c.json --once
            edit-button-x: 370 -> 371 (from the file)
            spacing: 1.0 -> 2 (from the daemon)
            $ tunerctl set spacing 3; sed -i 's/"spacing": 2/"spacing": 4/' c.json; tunerctl sync c.json --once
            tunerctl: spacing was changed on both sides: the daemon's 3 stays, the file's 4 is kept in c.json.conflicts
            $ sed 's/"time":"[^"]*",//' c.json.conflicts
            {"key":"spacing","file":4,"daemon":3}
            $ sed -i '/unsaid/d; s/"spacing": 3,/"spacing": 3/' c.json; tunerctl sync c.json --once
            unsaid: 5 -> none (from the file)
            unsaid: none -> 5 (from the daemon)
            $ sed -i '/spacing/d' c.json; tunerctl sync c.json --once
            spacing: 3 -> none (from the file)
            spacing: none -> 0.8 (from the daemon)
            $ tr -d ' \\n' <c.json; echo
            {"edit-button-x":371,"unsaid":5,"spacing":0.8}

            """
        ).check(in: installation)
    }

    @Test func `once without keys the file is made, and found again`() throws {
        try Transcript(
            """
            $ tunerctl sync c.json --once; cat c.json
            {}
            $ rm c.json; tunerctl sync c.json --once --match 'a.*'; cat c.json
            {}
            $ rm c.json; tunerctl sync c.json --once --pull; cat c.json
            {}
            $ rm c.json; tunerctl set k 1 2>/dev/null; tunerctl sync c.json --once; tr -d ' \\n' <c.json; echo
            k: none -> 1 (from the daemon)
            {"k":1}
            $ rm c.json; tunerctl sync c.json --once
            tunerctl: c.json is not there; waiting until it is
            [1]
            $ ls -A
            bin
            home
            run
            search

            """
        ).check(in: installation)
    }

    @Test func `what a killed one left behind is removed by the next`() throws {
        try Transcript(
            """
            $ tunerctl set k 1 2>/dev/null; touch .c.json-999999999.new .d.json-999999999.new .c.json-$$.new
            $ mkdir -p home/.local/state/tuner/sync; tunerctl sync c.json --once
            k: none -> 1 (from the daemon)
            $ left=$(ls home/.local/state/tuner/sync); touch "home/.local/state/tuner/sync/.$left-999999999.new"
            $ tunerctl set k 2; tunerctl sync c.json --once
            k: 1 -> 2 (from the daemon)
            $ ls -A home/.local/state/tuner/sync | wc -l; ls -A
            1
            .d.json-999999999.new
            bin
            c.json
            home
            run
            search

            """
        ).check(in: installation)
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/strace") || Demands.areStrict, "missing here: strace"))
    func `a save that a killed one took out of its place goes back`() throws {
        _ = try installation.run("set", "theirs", "5")
        let path = try installation.write("{\"mine\": 0}\n", to: "c.json")
        // It stops before the exchange, and the kernel kills it before it puts back what came out.
        let sync = try installation.start(
            injecting: ["rename:signal=STOP", "renameat2:signal=KILL:when=2"],
            into: ["sync", path, "--once", "--pull"]
        )
        var out: String?
        _ = try eventually {
            out = try Kernel.names(in: installation.file("")).first { $0.hasSuffix(".out") }
            return out != nil
        }
        let name = try #require(out)
        try Kernel.rename(try installation.write("{\"mine\": 1}\n", to: "saved"), to: path)
        #expect(try sync.goOnUntilEnd().code == 128 + SIGKILL)
        #expect(try text(of: "c.json").contains("theirs"))
        #expect(try text(of: name) == "{\"mine\": 1}\n")
        try Transcript(
            """
            $ tunerctl sync c.json --once --pull; tr -d ' \\n' <c.json; echo; ls -A
            theirs: none -> 5 (from the daemon)
            {"mine":1,"theirs":5}
            bin
            c.json
            home
            run
            search

            """
        ).check(in: installation)
    }

    @Test func `a save that a killed one took out is kept beside the file when the file was saved again`() throws {
        let leftover = ".c.json-999999999-1-2.out"
        try Transcript(
            """
            $ echo '{"a":1}' >c.json; echo '{"a":2}' >'\(leftover)'; echo '{"a":3}' >.d.json-999999999-1-2.out
            $ echo other >c.json.saved; tunerctl sync c.json --once
            tunerctl: c.json.saved-2 is a save of c.json that a killed tunerctl left; the file was saved again since
            a: none -> 1 (from the file)
            $ cat c.json c.json.saved c.json.saved-2
            {"a":1}
            other
            {"a":2}
            $ cp c.json '\(leftover)'; tunerctl sync c.json --once; ls -A
            .d.json-999999999-1-2.out
            bin
            c.json
            c.json.saved
            c.json.saved-2
            home
            run
            search

            """
        ).check(in: installation)
    }

    @Test(arguments: Seeds.all.suffix(2))
    func `saves by rename around its own writes are all taken`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let path = try installation.write("{\"mine\": 0}\n", to: "c.json")
        let sync = try installation.start("sync", path)
        #expect(try sync.line() == "mine: none -> 0 (from the file)")
        let shell = try installation.start("shell")
        for round in 1...300 {
            // The daemon's value makes sync write the file; the save falls before, into or behind that.
            try shell.write("set theirs \(round)\n")
            for _ in 0..<Int.random(in: 0...40_000, using: &random) { _ = random.next() }
            let saved = try installation.write("{\"mine\": \(round), \"theirs\": \(round)}\n", to: "saved")
            try Kernel.rename(saved, to: path)
            // It was taken, or else somebody has written over it: then it is lost.
            try expect("c.json", toHold: "\"mine\": \(round)")
            try shell.write("wait mine \(round) --timeout 60\n")
            #expect(try shell.line() == "\(round)", "round \(round) of seed \(seed)")
        }
        #expect(try installation.run("get", "mine", "theirs").output == "mine 300\ntheirs 300\n")
    }

    @Test func `one direction changes one side, and pins nothing`() throws {
        try Transcript(
            """
            $ tunerctl declare a --type number --default 1
            $ tunerctl set a 7; tunerctl set b 2 2>/dev/null
            $ echo '{"a":1,"b":3,"c":4}' >c.json; tunerctl sync c.json --once --push
            a: 7 -> 1 (from the file)
            b: 2 -> 3 (from the file)
            c: none -> 4 (from the file)
            $ tunerctl describe a | head -n 1
            a is 1 (default)
            $ echo '{"a":5,"mine":1}' >c.json; tunerctl sync c.json --once --pull; cat c.json
            a: 5 -> 1 (from the daemon)
            b: none -> 3 (from the daemon)
            c: none -> 4 (from the daemon)
            {"a":1,"mine":1,"b":3,"c":4}
            $ tunerctl sync new.json --once --match 'b*' --nested; cat new.json
            b: none -> 3 (from the daemon)
            {
              "b": 3
            }
            $ tunerctl set ui.font.size 12 2>/dev/null; tunerctl sync nested.json --once --match 'ui.*' --nested; tr -d ' \\n' <nested.json; echo
            ui.font.size: none -> 12 (from the daemon)
            {"ui":{"font":{"size":12}}}

            """
        ).check(in: installation)
    }

    @Test func `what is wrong is told with its place, and changes nothing`() throws {
        try Transcript(
            """
            $ tunerctl declare n --type integer --default 1 --max 9
            $ printf '{\\n  "m": 1,\\n  "n": 10\\n}' >c.json; tunerctl sync c.json --once
            tunerctl: c.json:3:8: n must be at most 9, got 10
            [1]
            $ printf '{"m": 1,\\n"n": }' >c.json; tunerctl sync c.json --once
            tunerctl: c.json:2:6: no JSON: expected a value
            [1]
            $ printf '{"m": 1,\\n"m": 2}' >c.json; tunerctl sync c.json --once
            tunerctl: c.json:2:1: m stands twice
            [1]
            $ printf '{"a b": 1}' >c.json; tunerctl sync c.json --once
            tunerctl: c.json:1:9: a key has only letters, digits, _, - and ., so no " " as in a b
            [1]
            $ tunerctl sync absent.json --once --push
            tunerctl: absent.json is not there; waiting until it is
            [1]
            $ tunerctl list
            n 1
            $ tunerctl sync c.json --once --match 'a b'
            tunerctl: --match must be a pattern has only letters, digits, _, -, . and *, so no " " as in a b, got a b; see tunerctl help sync
            [2]

            """
        ).check(in: installation)
    }

    @Test func `a locked key keeps its value, the rest of the file is stored`() throws {
        _ = try installation.write(#"{"values":{"a":5},"locks":["a"]}"#, to: "team.json")
        try Transcript(
            """
            $ tunerctl update a=1 b=1
            $ tunerctl layers put team.json --name team 2>/dev/null; tunerctl layers activate team
            a: 1 -> 5 (layer:team)
            $ tunerctl sync c.json --once
            a: none -> 5 (from the daemon)
            b: none -> 1 (from the daemon)
            $ sed -i 's/5/6/; s/"b": 1/"b": 2/' c.json; tunerctl sync c.json --once
            tunerctl: c.json:2:8: a is locked by the layer team and keeps its value
            b: 1 -> 2 (from the file)
            [1]
            $ grep -c to home/.local/state/tuner/sync/*
            0
            [1]
            $ tunerctl sync c.json --once
            tunerctl: c.json:2:8: a is locked by the layer team and keeps its value
            [1]
            $ grep a c.json
              "a": 6,
            $ tunerctl layers activate --none; tunerctl sync c.json --once
            a: 5 -> 1 (local)
            tunerctl: a was changed on both sides: the daemon's 1 stays, the file's 6 is kept in c.json.conflicts

            """
        ).check(in: installation)
    }

    @Test func `what is no file that can be written anew is told, and not waited for`() throws {
        try Transcript(
            """
            $ mkdir folder; mkfifo pipe
            $ tunerctl sync folder --once
            tunerctl: folder is a folder; name a file
            [1]
            $ tunerctl sync pipe --once
            tunerctl: pipe is no file that could be written anew; name one that is
            [1]
            $ printf '\\357\\273\\277{}' >marked; tunerctl sync marked --once
            tunerctl: marked:1:1: begins with a byte order mark; save it without one
            [1]
            $ printf '{"a":{"b.c":1},"a.b":{"c":2}}' >two; tunerctl sync two --once --nested
            tunerctl: two:1:23: a.b.c stands twice
            [1]
            $ printf '{"long":"%01100000d"}' 0 >long; tunerctl sync long --once
            tunerctl: long:1:9: a value may have 1048576 bytes, that of long has more
            [1]

            """
        ).check(in: installation)
    }

    @Test func `an object that the daemon has emptied in a nested file is no value of its own`() throws {
        try Transcript(
            """
            $ tunerctl set ui.scale 1 2>/dev/null; tunerctl sync c.json --nested --once
            ui.scale: none -> 1 (from the daemon)
            $ tunerctl reset ui.scale; tunerctl sync c.json --nested --once
            ui.scale: 1 -> none (from the daemon)
            $ tunerctl sync c.json --nested --once; tunerctl list

            """
        ).check(in: installation)
    }

    @Test func `a value of the daemon replaces an object of its key in a nested file`() throws {
        try Transcript(
            """
            $ tunerctl update a=1 a.b=1; echo '{"a.b":{}}' >f.json
            $ tunerctl sync --once --nested f.json; cat f.json
            a: none -> 1 (from the daemon)
            a.b: none -> 1 (from the daemon)
            {"a.b":1,"a":1}
            $ tunerctl set ui.a 3 2>/dev/null; echo '{"ui":5,"ui.a":{"x":1}}' >g.json
            $ tunerctl sync --once --nested --match 'ui*' g.json; cat g.json
            ui: none -> 5 (from the file)
            ui.a.x: none -> 1 (from the file)
            ui.a: none -> 3 (from the daemon)
            {"ui":5,"ui.a":3,"ui.a.x":1}
            $ tunerctl sync --once --nested --match 'ui*' g.json; tunerctl list 'ui*'
            ui 5
            ui.a 3
            ui.a.x 1

            """
        ).check(in: installation)
    }

    @Test(arguments: [93, 94, 205, 206, 245, 255])
    func `a file with a long name is kept equal too`(count: Int) throws {
        let name = String(repeating: "n", count: count)
        try Transcript(
            """
            $ tunerctl set a 1 2>/dev/null; tunerctl sync --once \(name)
            a: none -> 1 (from the daemon)
            $ tunerctl set a 2; echo '{"a":3}' > \(name); tunerctl sync --once \(name) 2>&1 | sed 's/kept in .*/kept/'
            tunerctl: a was changed on both sides: the daemon's 2 stays, the file's 3 is kept
            $ grep -c . n*conflicts; cat n*conflicts | sed 's/"time":"[^"]*",//'; rm n*conflicts
            1
            {"key":"a","file":3,"daemon":2}
            $ ls -A
            bin
            home
            \(name)
            run
            search

            """
        ).check()
    }

    @Test func `an object that was agreed on stays a value when the daemon has reset its key meanwhile`() throws {
        try Transcript(
            """
            $ tunerctl update 'o={"a":1}' p.b=2 2>/dev/null; tunerctl sync --nested --once c.json
            o: none -> {"a":1} (from the daemon)
            p.b: none -> 2 (from the daemon)
            $ tunerctl reset o; tunerctl sync --nested --once c.json
            o: {"a":1} -> none (from the daemon)
            $ tunerctl list; cat c.json
            p.b 2
            {
              "p": {
                "b": 2
              }
            }
            $ tunerctl sync --nested --once ''
            tunerctl: FILE is an empty name; see tunerctl help sync
            [2]
            $ tunerctl import ''
            tunerctl: FILE is an empty name; see tunerctl help import
            [2]

            """
        ).check()
    }

    @Test func `one that was killed behind a write knows next time what it was about to do`() throws {
        try Transcript(
            """
            $ echo '{"a":1,"b":1}' >c.json; tunerctl sync c.json --once
            a: none -> 1 (from the file)
            b: none -> 1 (from the file)
            $ sed -i 's/}$/,"toDaemon":{"a":2},"toFile":{"b":2}}/' home/.local/state/tuner/sync/*
            $ tunerctl set a 2; tunerctl set b 3; echo '{"a":4,"b":2}' >c.json; tunerctl sync c.json --once; cat c.json
            a: 2 -> 4 (from the file)
            b: 2 -> 3 (from the daemon)
            {"a":4,"b":3}
            $ grep -c to home/.local/state/tuner/sync/*
            0
            [1]
            $ sed -i 's/}$/,"toDaemon":{"a":5}}/' home/.local/state/tuner/sync/*
            $ tunerctl set a 6; echo '{"a":5,"b":3}' >c.json; tunerctl sync c.json --once; cat c.json
            tunerctl: a was changed on both sides: the daemon's 6 stays, the file's 5 is kept in c.json.conflicts
            {"a":6,"b":3}

            """
        ).check(in: installation)
    }

    @Test(arguments: Seeds.all.suffix(3))
    func `killed at any moment, again and again, it leaves nothing out`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let path = installation.file("c.json")
        for round in 1...8 {
            // The file's own key and the daemon's own; each holds its newest value in the end, on both sides.
            _ = try installation.shell(
                """
                cd '\(installation.file(""))'
                [ -f c.json ] || echo '{"mine": 0}' >c.json
                sed -i 's/"mine": *[0-9]*/"mine": \(round)/' c.json
                """
            )
            let sync = try installation.start("sync", path)
            _ = try installation.run("update", "theirs=\(round)")
            // What it has done before it is killed.
            switch Int.random(in: 0..<5, using: &random) {
            case 0: break
            case 1: #expect(try eventually { try notes().contains("\"mine\":\(round)") })
            case 2: #expect(try eventually { try notes().contains("\"theirs\":\(round)") })
            case 3: #expect(try eventually { try installation.run("get", "mine").output == "\(round)\n" })
            default: try expect("c.json", toHold: "\"theirs\": \(round)")
            }
            try sync.crash()
        }
        _ = try installation.run("sync", path, "--once")
        #expect(try installation.run("get", "mine", "theirs").output == "mine 8\ntheirs 8\n", "seed \(seed)")
        let file = try JSON.parse(try text(of: "c.json"))
        #expect(file == ["mine": 8, "theirs": 8], "seed \(seed)")
    }

    @Test func `a save takes effect at once, however it is done`() throws {
        _ = try installation.write("{\n  \"a\": 1,\n  \"b\": 1.0\n}\n", to: "c.json")
        _ = try installation.shell(
            "cd '\(installation.file(""))'; ln -s c.json link; mkdir sub; ln -s ../link sub/far.json"
        )
        let sync = try installation.start("sync", installation.file("sub/far.json"))
        #expect(try sync.line() == "a: none -> 1 (from the file)")
        #expect(try sync.line() == "b: none -> 1.0 (from the file)")
        for (place, save) in [
            "sed 's/\"a\": [0-9]*/\"a\": 10/' c.json >new; cat new >c.json",
            "sed 's/\"a\": [0-9]*/\"a\": 11/' c.json >new; mv new c.json",
            "cp c.json c.json~; mv c.json old; sed 's/\"a\": [0-9]*/\"a\": 12/' old >c.json",
            "sed 's/\"a\": [0-9]*/\"a\": 13/' c.json >other; ln -sf other link",
        ].enumerated() {
            _ = try installation.shell("cd '\(installation.file(""))'; \(save)")
            #expect(try sync.line().hasSuffix("-> \(10 + place) (from the file)"))
        }
        _ = try installation.run("set", "b", "2.50")
        #expect(try sync.line() == "b: 1.0 -> 2.5 (from the daemon)")
        #expect(try text(of: "other") == "{\n  \"a\": 13,\n  \"b\": 2.5\n}\n")
        #expect(try Kernel.target(ofLink: installation.file("sub/far.json")) == "../link")
        try sync.send(2)
        #expect(try sync.wait().code == 130)
    }

    @Test func `who sets a value while the file's is on its way is not written over`() throws {
        _ = try installation.write("{\n  \"a\": 1\n}\n", to: "c.json")
        let sync = try installation.start("sync", installation.file("c.json"))
        #expect(try sync.line() == "a: none -> 1 (from the file)")
        let shell = try installation.start("shell")
        try shell.write("get a\n")
        #expect(try shell.line() == "1")
        let pid = try installation.daemonProcess()
        // A stopped daemon tells neither of the other.
        #expect(kill(pid, SIGSTOP) == 0)
        try shell.write("set a 5\n")
        try shell.waitUntilRead()
        _ = try installation.write("{\n  \"a\": 7\n}\n", to: "c.json")
        // sync notes what it is about to send before it sends it.
        #expect(try eventually { try notes().contains("\"toDaemon\":{\"a\":7}") })
        #expect(kill(pid, SIGCONT) == 0)
        // Whoever was faster: it came last, or the daemon's stays.
        try expect("c.json", toHold: "\"a\": 5")
        #expect(try installation.run("get", "a").output == "5\n")
    }

    @Test func `a file that is saved again during the push of its last save is no conflict`() throws {
        _ = try installation.run("update", "a=21", "b=1")
        _ = try installation.write("{\"a\":21,\"b\":1}\n", to: "c.json")
        let sync = try installation.start("sync", installation.file("c.json"))
        // A change before it has begun would be one of both sides.
        #expect(try eventually { try notes().contains("\"values\":{\"a\":21,\"b\":1}") })
        _ = try installation.run("set", "b", "2")
        #expect(try sync.line() == "b: 1 -> 2 (from the daemon)")
        // Both sides change before sync looks again.
        try sync.send(SIGSTOP)
        _ = try installation.run("set", "b", "3")
        _ = try installation.write("{\"a\":22,\"b\":2}\n", to: "c.json")
        let pid = try installation.daemonProcess()
        #expect(kill(pid, SIGSTOP) == 0)
        try sync.send(SIGCONT)
        #expect(try eventually { try notes().contains("\"toDaemon\":{\"a\":22}") })
        _ = try installation.write("{\"a\":23,\"b\":2}\n", to: "c.json")
        #expect(kill(pid, SIGCONT) == 0)
        #expect(try sync.line() == "a: 21 -> 22 (from the file)")
        #expect(try sync.line() == "a: 22 -> 23 (from the file)")
        #expect(try sync.line() == "b: 2 -> 3 (from the daemon)")
        try expect("c.json", toHold: "{\"a\":23,\"b\":3}")
        #expect(try installation.run("get", "a", "b").output == "a 23\nb 3\n")
        #expect(try installation.shell("ls '\(installation.file(""))'/*.conflicts").code != 0)
    }

    /// What sync has noted of files and daemons.
    private func notes() throws -> String {
        let folder = "\(installation.state)/sync"
        return try ((try? Kernel.names(in: folder)) ?? []).filter { !$0.hasPrefix(".") }.map { name in
            String(decoding: try KernelFile(try Kernel.open("\(folder)/\(name)", .read)).readWhole(), as: UTF8.self)
        }.joined()
    }

    @Test(arguments: ["stop", "kill"])
    func `a file that is broken or gone for a while, and a daemon that is, are waited for`(end: String) throws {
        _ = try installation.write("{\"a\": 1}", to: "c.json")
        let sync = try installation.start("sync", installation.file("c.json"))
        #expect(try sync.line() == "a: none -> 1 (from the file)")
        _ = try installation.write("{\"a\": ", to: "c.json")
        #expect(try sync.errors { $0.contains("c.json:1:6: no JSON") }.contains("c.json:1:6: no JSON"))
        try Kernel.removeFile(installation.file("c.json"))
        _ = try sync.errors { $0.contains("is not there") }
        #expect(try installation.run("get", "a").output == "1\n")
        _ = try installation.write("{\"a\": 2}", to: "c.json")
        #expect(try sync.line() == "a: 1 -> 2 (from the file)")
        try installation.end(by: end)
        _ = try sync.errors { $0.contains("has gone") }
        _ = try installation.write("{\"a\": 3}", to: "c.json")
        try installation.startAgain()
        #expect(try sync.line() == "a: 2 -> 3 (from the file)")
        _ = try installation.run("set", "a", "4")
        #expect(try sync.line() == "a: 3 -> 4 (from the daemon)")
        try expect("c.json", toHold: "{\"a\": 4}")
        #expect(try sync.errors { _ in true }.split(separator: "has gone").count == 2)
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/vim") || Demands.areStrict, "missing here: vim"))
    func `Vim saves in its ways, through a link too, and into its place`() throws {
        _ = try installation.write("{\n  \"a\": 1\n}\n", to: "real.json")
        _ = try installation.shell("ln -s real.json '\(installation.file("c.json"))'")
        let sync = try installation.start("sync", installation.file("c.json"))
        #expect(try sync.line() == "a: none -> 1 (from the file)")
        let ways = [
            "backupcopy=yes", "backupcopy=no", "nowritebackup", "backup", "backupcopy=yes,breaksymlink",
            "backupcopy=no",
        ]
        for (place, way) in ways.enumerated() {
            let line =
                "vim -es -u NONE -i NONE --not-a-term -c 'set \(way)' -c '2s/[0-9][0-9]*/\(20 + place)/' -c 'wq' c.json"
            _ = try installation.shell("cd '\(installation.file(""))'; \(line)")
            #expect(try sync.line().hasSuffix("-> \(20 + place) (from the file)"), "\(way)")
        }
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/emacs") || Demands.areStrict, "missing here: emacs"))
    func `Emacs saves in its ways`() throws {
        _ = try installation.write("{\n  \"a\": 1\n}\n", to: "c.json")
        let sync = try installation.start("sync", installation.file("c.json"))
        #expect(try sync.line() == "a: none -> 1 (from the file)")
        for (place, way) in ["backup-by-copying t", "backup-by-copying nil", "file-precious-flag t"].enumerated() {
            let save =
                "(progn (setq \(way)) (find-file \"c.json\") (re-search-forward \": [0-9]+\") "
                + "(replace-match \": \(30 + place)\") (save-buffer))"
            _ = try installation.shell("cd '\(installation.file(""))'; emacs --batch -Q --eval '\(save)'")
            #expect(try sync.line().hasSuffix("-> \(30 + place) (from the file)"), "\(way)")
        }
    }
}
