import BlockingTests
import SystemCore
import TestSupport
import Testing

/// `tunerctl sync --once`, as a user runs it.
@Suite(.blocking) struct SyncCommandTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
    }

    @Test func `sync --once transfers changes in both directions and records conflicts`() throws {
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
            tunerctl: spacing changed on both sides: the daemon keeps 3, and the file's 4 is stored in c.json.conflicts
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

    @Test func `sync --once creates a missing file, unless a synced file was removed`() throws {
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
            tunerctl: c.json does not exist; waiting for it
            [1]
            $ ls -A
            bin
            home
            run
            search

            """
        ).check(in: installation)
    }

    @Test func `sync --push and --pull change one side and store no override equal to the default`() throws {
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

    @Test func `sync reports an invalid file with the position and changes nothing`() throws {
        try Transcript(
            """
            $ tunerctl declare n --type integer --default 1 --max 9
            $ printf '{\\n  "m": 1,\\n  "n": 10\\n}' >c.json; tunerctl sync c.json --once
            tunerctl: c.json:3:8: n must be at most 9, got 10
            [1]
            $ printf '{"m": 1,\\n"n": }' >c.json; tunerctl sync c.json --once
            tunerctl: c.json:2:6: invalid JSON: expected a value
            [1]
            $ printf '{"m": 1,\\n"m": 2}' >c.json; tunerctl sync c.json --once
            tunerctl: c.json:2:1: m is given twice
            [1]
            $ printf '{"a b": 1}' >c.json; tunerctl sync c.json --once
            tunerctl: c.json:1:9: a key may have only letters, digits, _, - and ., got " " in a b
            [1]
            $ tunerctl sync absent.json --once --push
            tunerctl: absent.json does not exist; waiting for it
            [1]
            $ tunerctl list
            n 1
            $ tunerctl sync c.json --once --match 'a b'
            tunerctl: --match must be a pattern of letters, digits, _, -, . and *, got a b; see tunerctl help sync
            [2]

            """
        ).check(in: installation)
    }

    @Test func `sync skips a locked key and stores the rest of the file`() throws {
        _ = try installation.write(#"{"values":{"a":5},"locks":["a"]}"#, to: "team.json")
        try Transcript(
            """
            $ tunerctl update a=1 b=1 -q
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
            tunerctl: a changed on both sides: the daemon keeps 1, and the file's 6 is stored in c.json.conflicts

            """
        ).check(in: installation)
    }

    @Test func `sync refuses a path that is not a regular file, and invalid content`() throws {
        try Transcript(
            """
            $ mkdir directory; mkfifo pipe
            $ tunerctl sync directory --once
            tunerctl: directory is a directory; name a file
            [1]
            $ tunerctl sync pipe --once
            tunerctl: pipe is not a regular file; name a regular file
            [1]
            $ printf '\\357\\273\\277{}' >marked; tunerctl sync marked --once
            tunerctl: marked:1:1: begins with a byte order mark; save it without one
            [1]
            $ printf '{"a":{"b.c":1},"a.b":{"c":2}}' >two; tunerctl sync two --once --nested
            tunerctl: two:1:23: a.b.c is given twice
            [1]
            $ printf '{"long":"%01100000d"}' 0 >long; tunerctl sync long --once
            tunerctl: long:1:9: a value may have at most 1048576 bytes, but the value of long has more
            [1]

            """
        ).check(in: installation)
    }

    @Test func `sync stores no value for an object that a reset emptied in a nested file`() throws {
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

    @Test func `the daemon's value replaces an object of its key in a nested file`() throws {
        try Transcript(
            """
            $ tunerctl update a=1 a.b=1 -q; echo '{"a.b":{}}' >f.json
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
    func `sync accepts a file with a long name`(count: Int) throws {
        let name = String(repeating: "n", count: count)
        try Transcript(
            """
            $ tunerctl set a 1 2>/dev/null; tunerctl sync --once \(name)
            a: none -> 1 (from the daemon)
            $ tunerctl set a 2; echo '{"a":3}' > \(name); tunerctl sync --once \(name) 2>&1 | sed 's/stored in .*/stored/'
            tunerctl: a changed on both sides: the daemon keeps 2, and the file's 3 is stored
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

    @Test func `sync keeps an agreed object as one value when the daemon resets its key`() throws {
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
            tunerctl: FILE must not be empty; see tunerctl help sync
            [2]
            $ tunerctl import ''
            tunerctl: FILE must not be empty; see tunerctl help import
            [2]

            """
        ).check()
    }
}
