import BlockingTests
import TestSupport
import Testing

/// `tunerctl bake`, the real programs.
@Suite(.blocking) struct BakeTests {
    /// Runs command lines in a directory with source files, and compares the output.
    private func check(_ files: [String: String], _ transcript: String) throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.shell(
            "mkdir -p '\(installation.file("game/.tuner"))' '\(installation.file("game/config"))'"
        )
        for (name, text) in files { _ = try installation.write(text, to: "game/\(name)") }
        try Transcript(transcript).check(in: installation)
    }

    @Test func `bake writes each value in the style of the source, and check finds what differs`() throws {
        try check(
            [
                "a.swift": """
                // @Tunable("game.gravity", default: 1.0)
                @Tunable("game.gravity", default: 12.0, in: 0...40) var gravity: Double
                let color = Tunable("game.mask", 0x0C) // twelve
                let same = Tunable("game.same", 5)

                """,
                "b.py": "speeds = tuner.get('game.speeds', [1, 2,\n    3])\nname = tuner.get('game.name', 'it')\n",
                "c.sh": "x=$(tunerctl get --default 1e3 game.far) # far\n",
                ".hidden.py": "tuner.get('game.gravity', 1)\n",
                "notes.md": "tuner.get('game.gravity', 1)\n",
            ],
            """
            $ cd game; tunerctl --quiet update game.gravity=18 game.mask=18 game.same=5 'game.speeds=[1,2,4]' 'game.name="it is"' game.far=2500
            $ tunerctl bake --check
            a.swift:2: game.gravity 12.0 → 18
            a.swift:3: game.mask 12 → 18
            b.py:1: game.speeds [1,2,3] → [1,2,4]
            b.py:3: game.name "it" → "it is"
            c.sh:1: game.far 1000.0 → 2500
            [1]
            $ grep -c 12.0 a.swift
            1
            $ tunerctl bake | wc -l
            5
            $ cat a.swift b.py c.sh
            // @Tunable("game.gravity", default: 1.0)
            @Tunable("game.gravity", default: 18.0, in: 0...40) var gravity: Double
            let color = Tunable("game.mask", 0x12) // twelve
            let same = Tunable("game.same", 5)
            speeds = tuner.get('game.speeds', [1, 2,
                4])
            name = tuner.get('game.name', 'it is')
            x=$(tunerctl get --default 2.5e3 game.far) # far
            $ tunerctl bake --check
            $ cat .hidden.py notes.md
            tuner.get('game.gravity', 1)
            tuner.get('game.gravity', 1)
            $ tunerctl bake .hidden.py
            .hidden.py:1: game.gravity 1 → 18
            $ tunerctl reset game.far
            $ TUNER_WORLD= sh c.sh; sed -i 's/^x=.*/tunerctl get --default 2.5e3 game.far/' c.sh; sh c.sh
            2500.0

            """
        )
    }

    @Test func `bake does not write what is not a plain literal, temporary or secret, and says so`() throws {
        try check(
            [
                "a.py": """
                tuner.get("a", 2 * 3)
                tuner.get("b", 1)
                tuner.get("c", 1)
                tuner.get("d", "x")
                tuner.get("e", 0x1F)
                tuner.flag("f", False)
                tuner.get("g", 1)

                """
            ],
            """
            $ cd game; tunerctl declare c --type integer --default 1 --secret
            $ tunerctl declare g --type integer --default 5
            $ tunerctl --quiet update a=1 c=3 d=4 e=0.5
            $ tunerctl --quiet set b 2 --for 1h >/dev/null
            $ echo '{"flags":{"f":{"state":"ENABLED","variants":{"a":true},"defaultVariant":"a"}}}' | tunerctl flag define -
            $ tunerctl bake
            tunerctl: a.py:1: a is not written: the source is not a plain literal
            tunerctl: a.py:2: b is not written: its value is temporary, until TIME
            tunerctl: a.py:3: c is not written: its value is secret
            tunerctl: a.py:4: d is not written: the source has a string, and the value is a number
            tunerctl: a.py:5: e is not written: the form of the literal in the source cannot express the value
            $ tunerctl bake --json 2>/dev/null | grep -o '"baked":\\[\\],"skipped":\\[{"file":"a.py","line":1,"key":"a"'
            "baked":[],"skipped":[{"file":"a.py","line":1,"key":"a"

            """
        )
    }

    @Test func `a project adds calls and files of constants`() throws {
        try check(
            [
                ".tuner/lsp.json": """
                {"shapes": [{"tunable": "live(KEY, VALUE", "language": "lua"}], "constants": ["config/*.yaml"]}
                """,
                "main.lua": "local x = live('game.x', 1)\n",
                "config/a.yaml": "game:\n  x: 1   # a comment\n  wind: {y: 2}\n",
                "tunables.json": "{\n  \"game\": {\"x\": 1.0},\n  \"game.list\": [1,2]\n}\n",
                "other.json": #"{"game.x": 1}"#,
            ],
            """
            $ cd game; tunerctl --quiet update game.x=3 'game.wind={"y":4}' 'game.list=[1,2,3]'
            $ cd config; tunerctl bake ..; cd ..
            ../main.lua:1: game.x 1 → 3
            ../tunables.json:2: game.x 1.0 → 3
            ../tunables.json:3: game.list [1,2] → [1,2,3]
            ../config/a.yaml:2: game.x 1 → 3
            ../config/a.yaml:3: game.wind {"y":2} → {"y":4}
            $ cat main.lua config/a.yaml tunables.json
            local x = live('game.x', 3)
            game:
              x: 3   # a comment
              wind: {y: 4}
            {
              "game": {"x": 3.0},
              "game.list": [1, 2, 3]
            }
            $ echo '{"shapes": [1]}' > .tuner/lsp.json; tunerctl bake 2>&1 | head -1
            tunerctl: FOLDER/game/.tuner/lsp.json shapes[0]: must be such as {"tunable": "live(KEY, VALUE", "language": "python"}; see tunerctl help bake

            """
        )
    }

    @Test func `a broken file of constants is an error, and secret values of an export are not written`() throws {
        let installation = try Installation(.script, .nowhere)
        let specs = #"{"s":{"type":"string","default":"","x-secret":true}}"#
        _ = try installation.write(#"{"values":{"a":3,"s":"hunter2"},"specs":\#(specs)}"#, to: "tuned.json")
        _ = try installation.write("tuner.get('s', '')\n", to: "s.py")
        _ = try installation.write(#"{"a": 1,}"#, to: "tunables.json")
        try Transcript(
            """
            $ tunerctl bake --check --values tuned.json s.py s.py
            tunerctl: s.py:1: s is not written: its value is secret
            $ tunerctl bake --check --values tuned.json 2>&1 | cut -c 1-38
            tunerctl: tunables.json is not JSON: e
            $ echo '{"b":1}' | tunerctl bake --check --values - s.py
            tunerctl: no source has a key of standard input

            """
        )
        .check(in: installation)
    }

    @Test func `a file whose strings are not closed stays as it is`() throws {
        let installation = try Installation(.script, .nowhere)
        _ = try installation.write(#"{"a":"\"","b":2}"#, to: "tuned.json")
        let source = "x = \"; tuner.get('a', 'it'); tuner.get('b', 1) // '\n"
        _ = try installation.write(source, to: "a.js")
        let (values, file) = (installation.file("tuned.json"), installation.file("a.js"))
        let result = try installation.run("bake", "--values", values, file)
        #expect(result.errors.contains("a is not written: a string before it is not closed"))
        #expect(result.errors.contains("b is not written"))
        #expect(try installation.shell("cat '\(installation.file("a.js"))'").output == source)
    }

    @Test func `the values can come from an export, without a daemon`() throws {
        let installation = try Installation(.script, .nowhere)
        _ = try installation.write(#"{"values":{"a":3},"revision":7}"#, to: "tuned.json")
        _ = try installation.write("tuner.get('a', 1)\n", to: "a.py")
        _ = try installation.write("tuner.get('b', 1)\n", to: "b.py")
        try Transcript(
            """
            $ tunerctl bake --check --values tuned.json a.py b.py
            a.py:1: a 1 → 3
            [1]
            $ tunerctl bake --values tuned.json a.py b.py
            a.py:1: a 1 → 3
            $ tunerctl bake --check --values tuned.json a.py b.py
            $ tunerctl bake --values tuned.json missing.py 2>&1; tunerctl bake --values missing.json 2>&1
            tunerctl: realpath of missing.py failed: No such file or directory (ENOENT)
            tunerctl: open of missing.json failed: No such file or directory (ENOENT)
            [2]

            """
        )
        .check(in: installation)
    }
}
