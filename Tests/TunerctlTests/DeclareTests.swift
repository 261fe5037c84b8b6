import BlockingTests
import TestSupport
import Testing

/// `tunerctl declare`, the real programs.
@Suite(.blocking) struct DeclareTests {
    @Test func `declare accepts options, a JSON object or a file`() throws {
        try Transcript(
            """
            $ tunerctl declare a --type integer --default 3 --min 0 --max 9 --step 3 --unit px --title A --description Aa
            $ tunerctl declare b '{"type":"boolean","default":true}'
            $ echo '{"c":{"type":"string","default":"x"},"d":{"type":"number","default":1}}' | tunerctl declare --file -
            $ tunerctl export > all.json
            $ tunerctl declare --file all.json --json
            {"revision":3,"changed":false}
            $ tunerctl list
            a 3
            b true
            c x
            d 1
            $ tunerctl call tunables.export match=a
            {"values":{},"specs":{"a":{"type":"integer","title":"A","description":"Aa","default":3,"minimum":0,"maximum":9,"step":3,"unit":"px"}},"revision":3}
            $ tunerctl declare f --type integer --default 8 --min 1 --max 64 --scale log
            $ tunerctl describe f --json | grep -o '"x-scale":"log"'
            "x-scale":"log"
            $ tunerctl list f --json | grep -o '"x-scale":"log"'
            "x-scale":"log"
            $ tunerctl schema | grep -o '"x-scale": "log"'
            "x-scale": "log"
            $ tunerctl declare f --type integer --default 8 --min 0 --scale log --replace
            f: x-scale is log, so minimum must be more than 0, got 0
            [1]
            $ tunerctl forget f
            $ tunerctl declare e --type string --default off --enum on --enum off --pattern '^o' --format none
            e: format must be one of color, duration, got none
            [1]
            $ tunerctl declare e '{"type":"integer","default":1,"maximum":"x","unit":3}'
            e: maximum must be a number, got a string
            e: unit must be a string, got a number
            [1]

            """
        ).check()
    }

    @Test func `the numbers of a declaration with a unit of time can be durations`() throws {
        try Transcript(
            """
            $ tunerctl declare a --type number --default 2s --min 500ms --max 1h --step .5 --unit s --enum 2s --enum 1min
            $ tunerctl call tunables.export match=a | cut -d '"' -f 6-
            a":{"type":"number","default":2,"enum":[2,60],"minimum":0.5,"maximum":3600,"step":0.5,"unit":"s"}},"revision":1}
            $ tunerctl declare b --type integer --default 1s --step 500ms --unit ms
            $ tunerctl declare c --type number --default 2s
            tunerctl: --default must be a number, got "2s"; see tunerctl help declare
            [2]
            $ tunerctl declare c --type number --default 2 --min soon --unit s
            tunerctl: --min must be a number, got "soon"; a time such as 500ms, 2s, 5min, 1h30min or 1d is also a number of s; see tunerctl help declare
            [2]
            $ tunerctl declare c --type string --format duration --default soon
            tunerctl: --default must be a duration such as 90, 500ms, 10m, 1h30m, 1d or PT1H30M, got "soon"; see tunerctl help declare
            [2]

            """
        ).check()
    }

    @Test func `a different declaration is rejected without --replace`() throws {
        try Transcript(
            """
            $ tunerctl declare a --type integer --default 3
            $ tunerctl declare a --type integer --default 3
            $ tunerctl declare a --type integer --default 4
            tunerctl: to change a declaration, add --replace
            a is declared differently by tunerctl: its default is 3, not 4
            [1]
            $ tunerctl declare a --type integer --default 4 --replace
            $ tunerctl get a
            4

            """
        ).check()
    }

    @Test func `declare names a stored value that is not used any more`() throws {
        try Transcript(
            """
            $ tunerctl declare a --type integer --default 3 --max 9
            $ tunerctl set a 9
            $ tunerctl declare a --type integer --default 3 --max 5 --replace
            tunerctl: the stored value is not used: a must be at most 5, got 9; to remove it, type: tunerctl reset a
            $ tunerctl get a
            3
            $ tunerctl reset a
            $ tunerctl declare a --type integer --default 3 --max 5 --json
            {"key":"a","revision":4,"changed":false}

            """
        ).check()
    }

    @Test func `declare refuses an invalid declaration with a usage error`() throws {
        try Transcript(
            """
            $ tunerctl declare
            tunerctl: KEY is missing; see tunerctl help declare
            [2]
            $ tunerctl declare a
            tunerctl: the declaration is missing; give --type or a JSON object; see tunerctl help declare
            [2]
            $ tunerctl declare a --type integer --default x
            tunerctl: --default must be a whole number, got "x"; see tunerctl help declare
            [2]
            $ tunerctl declare a --type colour
            tunerctl: --type must be boolean, integer, number, string, array or object, got colour; see tunerctl help declare
            [2]
            $ tunerctl declare a --type integer --min low
            tunerctl: --min must be a number, got "low"; see tunerctl help declare
            [2]
            $ tunerctl declare a '{"type":}'
            tunerctl: the declaration is not JSON: expected a value at line 1, column 9; see tunerctl help declare
            [2]
            $ tunerctl declare a '{"type":"integer"}' --default 1
            tunerctl: use only one of these: a JSON object, options, --file; see tunerctl help declare
            [2]
            $ tunerctl declare a --file specs.json
            tunerctl: use only one of these: a JSON object, options, --file; see tunerctl help declare
            [2]

            """
        ).check()
    }

    @Test func `on a terminal, declare says what was stored`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let script = """
            tunerctl declare a --type integer --default 1; tunerctl declare a --type integer --default 1
            echo '{"b": {"type": "string"}, "c": {"type": "string"}}' | tunerctl declare --file -
            tunerctl declare d --type string | cat
            """
        let shown = try installation.shell(script, on: .terminal).output.replacing("\r\n", with: "\n")
        #expect(shown == "a: declared\na: declared already\n2 tunables: declared\n")
    }
}
