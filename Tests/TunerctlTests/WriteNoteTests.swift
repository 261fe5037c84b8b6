import BlockingTests
import TestSupport
import Testing

/// What the commands that write print if another value is in effect, and on a terminal, the real programs.
@Suite(.blocking) struct WriteNoteTests {
    private static let layer = #"{"name":"team","values":{"w.b":7,"w.c":2},"locks":["w.b"]}"#

    /// Returns what lines print on a terminal, with a daemon that has a value, a flag and a layer with a lock.
    private func printed(_ lines: String) throws -> String {
        let installation = try Installation(.daemon)
        let setup = """
            {
                tunerctl start; tunerctl declare d.x --type number --default 5
                tunerctl flag create ui.beta --bool; tunerctl flag create theme --string day,night
                echo '\(WriteNoteTests.layer)' | tunerctl layers put -; tunerctl layers activate team
            } >/dev/null 2>&1
            """
        return try installation.shell("\(setup)\n\(lines)", on: .terminal).output.replacing("\r\n", with: "\n")
    }

    @Test func `under a kill switch, a terminal shows the stored value and the value in effect`() throws {
        let shown = try printed(
            """
            tunerctl kill-switch on 'd.*' ui.beta
            tunerctl set d.x 7
            tunerctl set d.x 8 --dry-run
            tunerctl set d.x=9 w.c=3 --dry-run
            tunerctl flag on ui.beta
            tunerctl flag off ui.beta
            tunerctl flag reset ui.beta
            tunerctl reset d.x --dry-run
            tunerctl reset d.x
            tunerctl reset d.x
            """
        )
        let reason = "(a kill switch limits it to its default); see: tunerctl describe"
        #expect(
            shown == """
                tunerctl: d.x is still 5 \(reason) d.x
                d.x: stored 7
                tunerctl: d.x would still be 5 \(reason) d.x
                d.x: would store 8
                tunerctl: d.x would still be 5 \(reason) d.x
                w.c: 2 -> 3 (local)
                ui.beta: override true
                tunerctl: ui.beta is still false \(reason) ui.beta
                ui.beta: override false
                ui.beta: override removed
                tunerctl: d.x would still be 5 \(reason) d.x
                tunerctl: d.x is still 5 \(reason) d.x

                """
        )
    }

    @Test func `above a layer and in a world, a terminal shows the old and the new value`() throws {
        let shown = try printed(
            """
            tunerctl set w.c 3
            tunerctl reset w.c
            tunerctl with -- sh -c 'tunerctl set d.x 9; tunerctl set d.x=10 w.c=4; tunerctl flag set theme night'
            tunerctl set d.x 9 --dry-run
            tunerctl flag toggle ui.beta
            tunerctl flag remove theme
            """
        )
        #expect(
            shown == """
                w.c: 2 -> 3
                w.c: 3 -> 2 (layer:team)
                d.x: 5 -> 9 (world)
                d.x: 9 -> 10 (world)
                w.c: 2 -> 4 (world)
                theme: override night
                d.x: 5 -> 9
                ui.beta: override true
                theme: removed

                """
        )
    }

    @Test func `in a pipe, each writing command says that a kill switch hides what it stored`() throws {
        try Transcript(
            """
            $ tunerctl declare d.x --type integer --default 5; tunerctl flag create ui.beta --bool
            $ tunerctl kill-switch on 'd.*' ui.beta
            $ tunerctl set d.x 7 --dry-run --json
            tunerctl: d.x would still be 5 (a kill switch limits it to its default); see: tunerctl describe d.x
            {"key":"d.x","value":7,"old":5,"revision":4,"changed":true,"effective":5,"origin":"limited"}
            $ tunerctl set d.x 7
            tunerctl: d.x is still 5 (a kill switch limits it to its default); see: tunerctl describe d.x
            $ tunerctl step d.x --dry-run
            6
            tunerctl: d.x would still be 5 (a kill switch limits it to its default); see: tunerctl describe d.x
            $ tunerctl reset d.x
            tunerctl: d.x is still 5 (a kill switch limits it to its default); see: tunerctl describe d.x
            $ tunerctl flag set ui.beta on --json
            {"key":"ui.beta","revision":6,"changed":true,"limited":true}
            tunerctl: ui.beta is still false (a kill switch limits it to its default); see: tunerctl describe ui.beta
            $ tunerctl flag toggle ui.beta
            tunerctl: ui.beta is still false (a kill switch limits it to its default); see: tunerctl describe ui.beta
            $ tunerctl flag set ui.beta off
            $ tunerctl flag on ui.beta -q

            """
        ).check()
    }

    @Test func `a refusal by a lock names the value that counts`() throws {
        try Transcript(
            """
            $ echo '\(WriteNoteTests.layer)' | tunerctl layers put - -q; tunerctl layers activate team
            w.b: none -> 7 (layer:team)
            w.c: none -> 2 (layer:team)
            $ tunerctl set w.b 3
            w.b is locked by the layer team; only that layer can change it; its value is 7
            [1]
            $ tunerctl set w.b=3 w.c=x
            w.b is locked by the layer team; only that layer can change it; its value is 7
            w.c must be a number, got "x"
            [1]
            $ tunerctl step w.b
            w.b is locked by the layer team; only that layer can change it; its value is 7
            [1]
            $ tunerctl reset w.b
            w.b is locked by the layer team; only that layer can change it; its value is 7
            [1]
            $ echo 'set w.b 3' | tunerctl shell
            line 1: w.b is locked by the layer team; only that layer can change it; its value is 7
            [1]

            """
        ).check()
    }

    @Test func `a tunable with the key of a flag always leads to the flag`() throws {
        try Transcript(
            """
            $ tunerctl flag create ui.beta --bool; tunerctl set ui.beta 1 -q
            $ tunerctl set ui.beta true
            ui.beta must be a number, got "true"; to set the flag, type: tunerctl flag on ui.beta
            [1]
            $ tunerctl set ui.beta=true a=1 -q
            ui.beta must be a number, got "true"; to set the flag, type: tunerctl flag on ui.beta
            [1]
            $ echo 'set ui.beta true' | tunerctl shell
            line 1: ui.beta must be a number, got "true"; to set the flag, type: tunerctl flag on ui.beta
            [1]
            $ tunerctl set theme day
            tunerctl: theme is a new tunable of type string
            $ tunerctl flag create theme --string day,night
            tunerctl: theme is a flag and also a tunable; to set the flag, type: tunerctl flag set theme VARIANT

            """
        ).check()
        let shown = try printed(
            """
            tunerctl set theme day -q
            tunerctl set theme night
            tunerctl set theme=day d.x=6
            tunerctl declare theme --type string --default day
            tunerctl set theme night
            """
        )
        #expect(
            shown == """
                theme: none -> day
                tunerctl: theme is a tunable and also a flag; to set the flag, type: tunerctl flag set theme night
                theme: day -> night
                tunerctl: theme is a tunable and also a flag; to set the flag, type: tunerctl flag set theme day
                theme: night -> day (local)
                d.x: 5 -> 6 (local)
                theme: declared
                theme: day -> night

                """
        )
    }
}
