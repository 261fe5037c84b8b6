import BlockingTests
import TestSupport
import Testing

/// Tests of the `tunerctl flag` actions that change something, and of `kill-switch`, with the real programs.
@Suite(.blocking) struct FlagWriteTests {
    private func installation() throws -> Installation {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let file = try installation.write(FlagFile.text, to: "flags.json")
        #expect(try installation.run("flag", "define", file) == Program.Result(code: 0))
        return installation
    }

    @Test func `an override keeps its variant or value until reset or undo`() throws {
        try Transcript(
            """
            $ tunerctl flag on banner
            $ tunerctl flag get banner
            true
            $ tunerctl flag off banner --for 60 --json
            {"key":"banner","revision":3,"changed":true}
            $ tunerctl flag list banner
            banner boolean ENABLED off local override off until TIME
            $ tunerctl flag reset banner
            $ tunerctl flag set size big
            $ tunerctl flag get size
            2.5
            $ tunerctl flag set size 1
            $ tunerctl flag list size
            size number ENABLED small local override small
            $ tunerctl flag set size 7
            $ tunerctl flag get size
            7
            $ tunerctl undo
            size: override small
            $ tunerctl redo
            size: override 7
            $ tunerctl undo --json
            {"revision":10,"changes":[],"flags":[{"key":"size","variant":"small","oldValue":7}],"undone":[7]}
            $ tunerctl flag get size
            1
            $ tunerctl flag set size bgi
            size has no variant bgi; did you mean big?; its variants: small, big
            [1]
            $ tunerctl flag set size true
            size must be a number, got a boolean; its variants: small, big
            [1]
            $ tunerctl flag set theme grey
            theme has no variant grey; its variants: day, night; for another text, add --string
            [1]
            $ tunerctl flag set theme 12 --string
            $ tunerctl flag get theme
            12
            $ tunerctl flag on theme
            theme must be a string, got a boolean; its variants: day, night
            [1]
            $ tunerctl flag on nobody
            there is no flag nobody
            [3]
            $ tunerctl flag reset nobody
            there is no flag nobody
            [3]
            $ tunerctl flag remove size
            $ tunerctl flag get size
            there is no flag size
            [3]
            $ tunerctl flag remove ui.DarkMode
            tunerctl: there is still a flag ui.DarkMode, from tunerd itself
            $ tunerctl flag remove nobody --json
            {"code":-32010,"message":"there is no flag nobody","data":{"kind":"unknownFlag","key":"nobody"}}
            [3]

            """
        ).check(in: try installation())
    }

    @Test func `history, worlds and layers include flag changes`() throws {
        let layer = #"{"name":"team","flags":{"lamp":{"state":"ENABLED","variants":{"on":true}}}}"#
        try Transcript(
            """
            $ tunerctl flag set size 7
            $ tunerctl flag set size big
            $ tunerctl flag reset size
            $ tunerctl flag remove box
            $ tunerctl history 4
            5 TIME tunerctl[PID] flags.remove box: definition removed
            4 TIME tunerctl[PID] flags.reset size: override removed
            3 TIME tunerctl[PID] flags.set size: override big
            2 TIME tunerctl[PID] flags.set size: override 7
            $ tunerctl with ui.scale=2 -- sh -c 'tunerctl flag on banner; tunerctl worlds diff; tunerctl worlds | grep -o "[0-9] value.*flag"'
            banner: override on
            ui.scale: none -> 2 (world)
            1 value, 1 flag
            $ echo '\(layer)' | tunerctl layers put -
            tunerctl: team is not active; activate it with: tunerctl layers activate team
            $ tunerctl layers list
            team  inactive  0 values, 1 flag  put N s ago
            $ tunerctl undo
            revision 6 (layers.put team) cannot be undone; to undo the change before it, type: tunerctl undo --skip
            [1]
            $ tunerctl undo --skip
            size: override big
            $ tunerctl last
            7 TIME tunerctl[PID] tunables.undo size: override big

            """
        ).check(in: try installation())
    }

    @Test func `an override in a world is visible only in that world`() throws {
        try Transcript(
            """
            $ tunerctl with -- sh -c 'tunerctl flag on banner; tunerctl flag get banner; tunerctl flag list banner'
            true
            banner boolean ENABLED off local override on in this world
            $ tunerctl flag get banner
            false

            """
        ).check(in: try installation())
    }

    @Test func `on a terminal, flag list shows the built-in flags in a separate table`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.shell("tunerctl start; tunerctl flag create zoom --bool")
        let script = "stty cols 120; tunerctl flag list zoom ui.DarkMode algo.*; tunerctl flag list zoom"
        let shown = try installation.shell(script, on: .terminal).output.replacing("\r\n", with: "\n")
        let parts = shown.split(separator: "Flags of the built-in example, tunerctl stew:\n")
        try #require(parts.count == 2, "\(shown)")
        #expect(parts[0].contains(/^KEY .*\nzoom .*\n\n$/), "\(shown)")
        #expect(parts[1].contains(/^KEY .*\nalgo.reductionModel .*\nui.DarkMode .*\nKEY .*\nzoom .*\n$/), "\(shown)")
    }

    @Test func `in a pipe, flag list prints a line per matching flag, or JSON`() throws {
        try Transcript(
            """
            $ tunerctl flag | head -n 3
            algo.reductionModel string ENABLED v1 builtIn
            banner boolean ENABLED off local
            box object ENABLED a local
            $ tunerctl flag list 'b*' --match open
            banner boolean ENABLED off local
            box object ENABLED a local
            open boolean ENABLED - local
            $ tunerctl flag list box --json
            {"flags":[{"key":"box","type":"object","state":"ENABLED","variants":["a"],"defaultVariant":"a","origin":"local"}],"revision":1}
            $ tunerctl flag list nothing
            tunerctl: nothing matches nothing

            """
        ).check(in: try installation())
    }

    @Test func `on a terminal, flag list prints a table`() throws {
        let installation = try installation()
        _ = try installation.shell("tunerctl flag on banner; tunerctl kill-switch on 'b*'; tunerctl flag set size 3")
        let shown = try installation.shell("tunerctl flag list banner size open idle", on: .terminal).output
        #expect(
            shown.replacing("\r\n", with: "\n") == """
                KEY     TYPE     STATE     DEFAULT  ORIGIN  REMARKS
                banner  boolean  ENABLED   off      local   limited, override on
                idle    boolean  DISABLED  on       local
                open    boolean  ENABLED            local
                size    number   ENABLED   small    local   override 3

                """
        )
    }

    @Test func `flag define rejects an invalid file and prints the position of each error`() throws {
        let installation = try installation()
        let text = """
            {"flags": {
              "a": {"state": "ON", "variants": {"x": 1}},
              "b": {"state": "ENABLED", "variants": {"x": 1}, "defaultVariant": "y"}}}
            """
        _ = try installation.write(text, to: "bad.json")
        try Transcript(
            """
            $ tunerctl flag define bad.json
            bad.json: line 2, column 9: flags/a/state must be ENABLED or DISABLED, got ON
            bad.json: line 3, column 51: flags/b/defaultVariant names y, which is not a variant; did you mean x?
            [1]
            $ tunerctl flag define bad.json --json 2>&1 | cut -c 1-115
            {"code":-32011,"message":"line 2, column 9: flags/a/state must be ENABLED or DISABLED, got ON","data":{"kind":"inva
            $ tunerctl flag define - <bad.json 2>&1 | head -n 1
            standard input: line 2, column 9: flags/a/state must be ENABLED or DISABLED, got ON
            $ echo '{"flags":{},"flags":{}}' | tunerctl flag define -
            tunerctl: standard input has flags twice, again at line 1, column 13; see tunerctl help flag define
            [2]
            $ tunerctl flag define flags.json --json
            {"revision":1,"changed":false}
            $ sed 's/"ON"/"ENABLED"/' bad.json >half.json
            $ tunerctl flag define half.json --partial
            half.json: line 3, column 51: flags/b/defaultVariant names y, which is not a variant; did you mean x?
            [1]
            $ tunerctl flag list a b
            a number ENABLED - local

            """
        ).check(in: installation)
    }

    @Test func `flag define --partial --json has positions in the file`() throws {
        let installation = try installation()
        _ = try installation.write("{\"flags\": {\n  \"a\": {\"state\": \"ON\"}\n}}\n", to: "bad.json")
        try Transcript(
            """
            $ tunerctl flag define bad.json --partial --json
            {"revision":1,"changed":false,"faulty":1,"faults":[{"key":"a","message":"line 2, column 9: flags/a/state must be ENABLED or DISABLED, got ON","path":"flags/a/state","line":2,"column":9}]}
            [1]

            """
        ).check(in: installation)
    }

    @Test func `a member of a file is never a parameter of flags.define`() throws {
        let installation = try installation()
        let flags = #""flags": {"a": {"state": "ON"}, "b": {"state": "ENABLED", "variants": {"on": true}}}"#
        for name in ["partial", "create"] {
            _ = try installation.write("{\(flags),\n\"\(name)\": true}", to: "\(name).json")
        }
        _ = try installation.write("{\(flags), \"metadta\": {}}", to: "typo.json")
        try Transcript(
            """
            $ tunerctl flag define partial.json
            partial.json: line 2: partial is not a member of a document of flags
            [1]
            $ tunerctl flag define create.json --json
            {"code":-32011,"message":"create.json: line 2: create is not a member of a document of flags","data":{"kind":"invalidDefinition","line":2}}
            [1]
            $ tunerctl flag define typo.json
            typo.json: line 1: metadta is not a member of a document of flags; did you mean metadata?
            [1]
            $ tunerctl flag get b
            there is no flag b
            [3]

            """
        ).check(in: installation)
    }

    @Test func `more than a hundred faulty flags end with the number of the others`() throws {
        let installation = try Installation(.daemon)
        let flags = (100..<203).map { "\"f\($0)\": {}" }.joined(separator: ",")
        let file = try installation.write("{\"flags\": {\(flags)}}", to: "bad.json")
        _ = try installation.run("start", "--", "--flags", file)
        try Transcript(
            """
            $ tunerctl flag define bad.json 2>&1 | tail -n 2
            bad.json: line 1, column 1101: flags/f199 has no state
            bad.json: and 3 more
            $ tunerctl flag define bad.json --partial 2>&1 | tail -n 1
            bad.json: and 3 more
            $ tunerctl flag list nothing 2>&1 | tail -n 2 | sed 's/.*bad.json: //'
            and 3 more
            tunerctl: these flags keep their last valid definitions, if there is one; the others are in use

            """
        ).check(in: installation)
    }

    @Test func `describe prints a flag that is no tunable`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let flag = #"{"ui.beta":{"type":"boolean","default":false,"description":"Show the new menu."}}"#
        try Transcript(
            """
            $ tunerctl call flags.declare 'flags=\(flag)'
            {"revision":1,"changed":true}
            $ tunerctl flag on ui.beta
            $ tunerctl describe ui.beta
            the flag ui.beta is true (declared)
              state           ENABLED
              variants        {"on":true,"off":false}
              defaultVariant  off
              metadata        {"description":"Show the new menu."}
            override on
            declared by tunerctl[PID]
            $ tunerctl describe ui.beta --json | grep -o '"origin":"[a-z]*"'
            "origin":"declared"
            "origin":"local"
            $ tunerctl flag list ui.beta
            ui.beta boolean ENABLED off declared override on
            $ tunerctl history 2
            2 TIME tunerctl[PID] flags.set ui.beta: override on
            1 TIME tunerctl[PID] flags.declare ui.beta: declared
            $ tunerctl describe ui.bta
            there is no key ui.bta
            [3]

            """
        ).check(in: installation)
        let shown = try installation.shell("tunerctl flag list ui.beta", on: .terminal).output
        #expect(
            shown.replacing("\r\n", with: "\n") == """
                KEY      TYPE     STATE    DEFAULT  ORIGIN    REMARKS      DESCRIPTION
                ui.beta  boolean  ENABLED  off      declared  override on  Show the new menu.

                """
        )
    }

    @Test func `a command for tunables names the command for the flag of that key`() throws {
        try Transcript(
            """
            $ tunerctl get banner
            banner is a flag, not a tunable; read the flag with: tunerctl flag get banner; set it with: tunerctl flag set banner VARIANT
            [3]
            $ tunerctl get banner --json 2>&1 | grep -o '"message":"[^"]*"'
            "message":"banner is a flag, not a tunable"
            $ tunerctl toggle banner 2>&1 | grep -o 'tunerctl flag set.*'
            tunerctl flag set banner VARIANT
            $ tunerctl set banner true
            tunerctl: banner is a new tunable of type boolean; to set the flag, type: tunerctl flag on banner
            $ tunerctl reset banner
            $ tunerctl set banner false
            tunerctl: banner is a new tunable of type boolean; to set the flag, type: tunerctl flag off banner
            $ tunerctl set theme='day light' other=1
            tunerctl: theme is a new tunable of type string; to set the flag, type: tunerctl flag set theme 'day light' --string
            tunerctl: other is a new tunable of type number
            $ tunerctl set theme=night other=2
            $ tunerctl set size 7
            tunerctl: size is a new tunable of type number; to set the flag, type: tunerctl flag set size 7

            """
        ).check(in: try installation())
    }

    @Test func `a kill switch limits matching keys and flags until turned off`() throws {
        try Transcript(
            """
            $ tunerctl declare ui.scale --type integer --default 1
            $ tunerctl set ui.scale 2
            $ tunerctl flag on banner
            $ tunerctl kill-switch on 'ui.*' banner --reason storm
            ui.scale: 2 -> 1 (limited)
            $ tunerctl status | grep limited
            limited.on true
            limited.by [{"source":"manual","match":["ui.*","banner"],"reason":"storm"}]
            $ tunerctl flag get banner
            false
            $ tunerctl kill-switch off banner
            $ tunerctl flag get banner
            true
            $ tunerctl kill-switch off
            ui.scale: 1 -> 2 (local)
            $ tunerctl kill-switch on --json
            {"revision":8,"changed":true,"changes":[{"key":"ui.scale","value":1,"old":2,"origin":"limited"}]}
            $ tunerctl kill-switch of
            tunerctl: of is not one of on, off; did you mean on?; see tunerctl help kill-switch
            [2]
            $ tunerctl kill-switch
            tunerctl: on or off is missing; see tunerctl help kill-switch
            [2]

            """
        ).check(in: try installation())
    }

    @Test func `a list names the faulty flags of the daemon's file`() throws {
        let installation = try Installation(.daemon)
        let file = try installation.write(#"{"flags": {"lamp": {"variants": {"on": true}}}}"#, to: "lamp.json")
        _ = try installation.run("start", "--", "--flags", file)
        let result = try installation.shell("tunerctl flag list nothing")
        #expect(
            result.output == """
                tunerctl: nothing matches nothing
                tunerctl: \(file): line 1, column 12: flags/lamp has no state
                tunerctl: this flag keeps its last valid definition, if there is one; the others are in use

                """
        )
    }

    @Test func `flag list reports a flag file that the daemon could not load`() throws {
        let installation = try Installation(.daemon)
        let file = try installation.write("{", to: "flags.json")
        _ = try installation.run("start", "--", "--flags", file)
        let result = try installation.shell("tunerctl flag list nothing")
        #expect(result.output.contains("tunerctl: \(file) has an error; its last valid content is in effect: "))
    }

    @Test func `flags are toggled and switched several at once, and searched by a word`() throws {
        try Transcript(
            """
            $ tunerctl flag create m.one --bool --default on; tunerctl flag create m.two --bool; tunerctl flag create m.text --string a,b
            $ tunerctl flag toggle m.one m.two
            $ tunerctl flag get m.one; tunerctl flag get m.two
            false
            true
            $ tunerctl flag toggle m.text
            m.text is not a boolean flag, so it cannot be toggled
            [1]
            $ tunerctl flag off m.one m.two
            $ tunerctl flag get m.two
            false
            $ tunerctl flag reset m.one m.two
            $ tunerctl flag get m.one
            true
            $ tunerctl flag list TEXT
            m.text string ENABLED a local
            $ tunerctl flag list zzz
            tunerctl: nothing matches zzz

            """
        ).check()
    }
}
