import BlockingTests
import SystemCore
import TestSupport
import Testing

@testable import TunerCommands

/// `tunerctl export`, `import` and `schema`, the real programs.
@Suite(.blocking) struct FileCommandTests {
    @Test func `import restores an export, and a second import changes nothing`() throws {
        try Transcript(
            """
            $ tunerctl declare ui.on --type boolean --default false
            $ tunerctl update ui.on=true ui.size=2 -q
            $ tunerctl export | tee all.json
            {
              "values": {
                "ui.on": true,
                "ui.size": 2
              },
              "specs": {
                "ui.on": {
                  "type": "boolean",
                  "default": false
                }
              },
              "revision": 2
            }
            $ tunerctl export --match ui.size --json
            {"values":{"ui.size":2},"specs":{},"revision":2}
            $ tunerctl import all.json
            $ tunerctl reset --all
            ui.on: true -> false (default)
            ui.size: 2 -> none
            $ tunerctl import all.json --dry-run
            ui.on: false -> true (local)
            ui.size: none -> 2 (local)
            $ tunerctl import - < all.json
            ui.on: false -> true (local)
            ui.size: none -> 2 (local)
            $ echo '{"values":3}' | tunerctl import -
            values: none -> 3 (local)
            $ tunerctl schema --match 'ui.*' --json
            {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"ui.on":{"type":"boolean","default":false},"ui.size":{"type":"number"}}}

            """
        ).check()
    }

    @Test func `export and import keep an invalid stored value under invalid`() throws {
        try Transcript(
            """
            $ tunerctl update k=50 other=7 -q
            $ tunerctl declare k --type integer --default 1 --max 10
            tunerctl: the stored value is not used: k must be at most 10, got 50; to remove it, type: tunerctl reset k
            $ tunerctl export > all.json
            tunerctl: the stored value of k is not valid; the export has it under "invalid"
            $ cat all.json
            {
              "values": {
                "other": 7
              },
              "invalid": {
                "k": 50
              },
              "specs": {
                "k": {
                  "type": "integer",
                  "default": 1,
                  "maximum": 10
                }
              },
              "revision": 2
            }
            $ tunerctl import all.json
            $ tunerctl export 2>&1 | diff - all.json
            17d16
            < tunerctl: the stored value of k is not valid; the export has it under "invalid"
            [1]
            $ tunerctl preset save calm
            tunerctl: the stored value of k is not valid; the preset leaves it out
            $ tunerctl set other 8; tunerctl preset load calm
            other: 8 -> 7 (local)
            tunerctl: k keeps its value: its declaration or type does not allow the new value
            $ tunerctl undo
            other: 7 -> 8 (local)
            $ tunerctl forget k; tunerctl reset --all
            other: 8 -> none
            $ tunerctl import all.json
            k: none -> 1 (default)
            other: none -> 7 (local)
            tunerctl: k keeps its value: its declaration or type does not allow the new value
            $ echo '{"k":50,"other":9}' | tunerctl import -
            k must be at most 10, got 50
            [1]
            $ sed 's/"maximum": 10/"maximum": 60/' all.json | tunerctl import -
            k: 1 -> 50 (local)
            $ echo '{"values":{},"invalid":{"other":"x"}}' | tunerctl import -
            tunerctl: other keeps its value: its declaration or type does not allow the new value
            $ echo '{"invalid":{"a":1}}' | tunerctl import -
            invalid: none -> {"a":1} (local)

            """
        ).check()
    }

    @Test func `with --strict, export and import keep a key without a declaration`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        try Transcript(
            """
            $ tunerctl update free=1 -q
            $ tunerctl stop 2>/dev/null; tunerctl start -- --strict 2>/dev/null
            $ tunerctl export > all.json
            tunerctl: the stored value of free is not valid; the export has it under "invalid"
            $ tunerctl import all.json
            $ tunerctl get free
            1
            $ tunerctl preset save calm; tunerctl preset load calm
            tunerctl: the stored value of free is not valid; the preset leaves it out
            tunerctl: free keeps its value: it is not declared, and tunerd runs with --strict
            $ tunerctl get free
            1

            """
        ).check(in: installation)
    }

    // An export may be that long. Most of this file is spaces: a debug build takes ten seconds for strings of 75 MB.
    @Test func `import reads 75 MB from a file and from standard input`() throws {
        try Transcript(
            """
            $ awk 'BEGIN { s = " "; while (length(s) < 1000000) s = s s; printf "{"; for (i = 0; i < 75; i++) printf "%s\\"k%d\\":%s%d", i ? "," : "", i, s, i; print "}" }' > big.json
            $ test $(wc -c < big.json) -gt 75000000 && echo longer
            longer
            $ tunerctl import big.json | grep -c k
            75
            $ tunerctl reset --all > /dev/null
            $ tunerctl import - < big.json | grep -c k
            75
            $ tunerctl get k74
            74

            """
        ).check()
    }

    @Test func `import stores a state larger than one message as a single commit`() throws {
        try Transcript(
            """
            $ awk 'BEGIN { s = "x"; while (length(s) < 900000) s = s s; s = substr(s, 1, 900000); printf "{"; for (i = 0; i < 20; i++) printf "%s\\"k%d\\":\\"%s%d\\"", i ? "," : "", i, s, i; print "}" }' > big.json
            $ tunerctl import big.json --timeout 300 > /dev/null
            $ tunerctl export --timeout 300 > a.json
            $ test $(wc -c < a.json) -gt 16777216 && echo longer
            longer
            $ tunerctl undo --timeout 300 > /dev/null
            $ tunerctl export | grep -c k1
            0
            [1]
            $ tunerctl import a.json --timeout 300 > /dev/null
            $ tunerctl preset save all --timeout 300
            $ tunerctl reset --all --timeout 300 > /dev/null
            $ tunerctl preset load all --timeout 300 > /dev/null
            $ tunerctl export --timeout 300 > b.json
            $ grep -v revision a.json > a; grep -v revision b.json > b; cmp a b && echo equal
            equal

            """
        ).check()
    }

    @Test func `import refuses an invalid file and prints the position of the error`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.write("{\n  \"a\": 1,\n  \"a\": 2\n}\n", to: "twice.json")
        _ = try installation.write("{\n  \"a\": \n}\n", to: "broken.json")
        try Transcript(
            """
            $ tunerctl import twice.json
            tunerctl: twice.json has a twice, again at line 3, column 3; see tunerctl help import
            [2]
            $ tunerctl import broken.json
            tunerctl: broken.json is not JSON: expected a value at line 3, column 1; see tunerctl help import
            [2]
            $ echo '[1]' | tunerctl import -
            tunerctl: standard input must be a JSON object, got an array; see tunerctl help import
            [2]
            $ tunerctl import nothing.json
            tunerctl: open of nothing.json failed: No such file or directory (ENOENT)
            [2]
            $ tunerctl import
            tunerctl: FILE is missing; see tunerctl help import
            [2]

            """
        ).check(in: installation)
    }

    @Test(arguments: [
        ["import"], ["lint"], ["flag", "define"], ["layers", "put"], ["declare", "--file"],
        ["flag", "test", "empty.json"], ["flag", "test", "--", "FILE"],
    ])
    func `a file that cannot be read or is not JSON has exit code 2`(command: [String]) throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.write(#"{"flags":{}}"#, to: "empty.json")
        for (name, text) in [("bad.json", "{"), ("list.json", "[1]"), ("twice.json", #"{"a":1,"a":2}"#)] {
            _ = try installation.write(text, to: name)
        }
        for name in ["absent.json", "bad.json", "list.json", "twice.json"] {
            let words = command.contains("FILE") ? ["flag", "test", name, "empty.json"] : command + [name]
            let line = words.joined(separator: " ")
            let result = try installation.shell("cd '\(installation.file(""))'; tunerctl \(line)")
            #expect(result.code == 2, "\(line): \(result)")
        }
    }
}
