import BlockingTests
import TestSupport
import Testing

/// `tunerctl last`, `history`, `undo` and `redo`, the real programs.
@Suite(.blocking) struct HistoryTests {
    @Test func `history prints commits newest first, and undo and redo change them one at a time`() throws {
        try Transcript(
            """
            $ tunerctl last
            tunerctl: nothing was changed yet
            $ tunerctl last --json
            null
            $ tunerctl history
            $ tunerctl set a 1
            tunerctl: a is a new tunable of type number
            $ tunerctl update b=x a=2
            tunerctl: b is a new tunable of type string
            $ tunerctl last
            2 TIME tunerctl[PID] tunables.update
                b: none -> x (local)
                a: 1 -> 2 (local)
            $ tunerctl declare c --type number --default 1
            $ tunerctl history
            3 TIME tunerctl[PID] tunables.declare c: none -> 1 (default)
            2 TIME tunerctl[PID] tunables.update
                b: none -> x (local)
                a: 1 -> 2 (local)
            1 TIME tunerctl[PID] tunables.set a: none -> 1 (local)
            $ tunerctl history 1
            3 TIME tunerctl[PID] tunables.declare c: none -> 1 (default)
            $ tunerctl history --match b --before 3
            2 TIME tunerctl[PID] tunables.update
                b: none -> x (local)
                a: 1 -> 2 (local)
            $ tunerctl history none
            tunerctl: N must be a whole number from 1 (--match selects keys), got none; see tunerctl help history
            [2]
            $ tunerctl undo
            revision 3 (tunables.declare c) cannot be undone; to undo the change before it, type: tunerctl undo --skip
            [1]
            $ tunerctl undo --skip
            b: x -> none
            a: 2 -> 1 (local)
            $ tunerctl redo
            b: none -> x (local)
            a: 1 -> 2 (local)
            $ tunerctl undo --everyone --skip --json
            {"revision":6,"changes":[{"key":"b","old":"x"},{"key":"a","value":1,"old":2,"origin":"local"}],"undone":[2]}
            $ tunerctl undo --skip
            a: 1 -> none
            $ tunerctl undo --skip
            revision 3 (tunables.declare c) cannot be undone
            [1]

            """
        ).check()
    }

    @Test func `undo names the option that undoes a later change of another client`() throws {
        try Transcript(
            """
            $ tunerctl set a 1 -q
            $ tunerctl set a 2
            $ printf '%s\\n' '{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"client":"game"}}' '{"jsonrpc":"2.0","id":2,"method":"tunables.set","params":{"key":"a","value":3}}' | tunerctl stdio >/dev/null
            $ tunerctl undo
            game changed a later, in revision 3; to undo that change, type: tunerctl undo --everyone
            [1]
            $ tunerctl undo --everyone
            a: 3 -> 2 (local)

            """
        ).check()
    }

    @Test func `history names what a commit without a change of values was about`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.run("set", "game.angle", "1")
        try Transcript(
            """
            $ tunerctl kill-switch on 'net.*' --reason 'the server is down' --quiet
            $ tunerctl declare net.timeout --type integer --default 5
            $ tunerctl set net.timeout 7
            tunerctl: net.timeout is still 5 (a kill switch limits it to its default); see: tunerctl describe net.timeout
            $ tunerctl kill-switch off
            net.timeout: 5 -> 7 (local)
            $ tunerctl preset save evening
            $ tunerctl preset remove evening
            $ echo '{"name":"team","values":{"game.angle":2}}' | tunerctl layers put - --quiet
            $ tunerctl layers activate team
            $ tunerctl declare game.angle --type number
            $ tunerctl reset game.angle
            $ tunerctl forget net.timeout
            $ echo '{"specs":{'"$(seq -f '"k%02g":{"type":"integer"}' -s , 10)"'}}' >specs
            $ tunerctl import specs
            $ tunerctl history 20 | cut -d' ' -f 1,4-
            13 tunables.import k01 k02 k03 k04 k05 k06 k07 k08 and 2 more
            12 tunables.forget net.timeout: 7 -> none
            11 tunables.reset game.angle: 1 -> 2 (layer:team)
            10 tunables.declare game.angle
            9 layers.activate team
            8 layers.put team
            7 layers.remove preset:evening
            6 layers.put preset:evening
            5 flags.killSwitch net.timeout: 5 -> 7 (local)
            4 tunables.set net.timeout
            3 tunables.declare net.timeout: none -> 5 (limited)
            2 flags.killSwitch net.*
            1 tunables.set game.angle: none -> 1 (local)
            $ tunerctl history 1 --before 5 --json | sed 's/.*"operation"/"operation"/'
            "operation":"tunables.set","changes":[],"names":["net.timeout"]}]}
            $ tunerctl stop; tunerctl start 2>/dev/null
            tunerctl: the daemon at FOLDER/run/socket has stopped
            $ tunerctl history 2 --before 8 | cut -d' ' -f 1,4-
            7 layers.remove preset:evening
            6 layers.put preset:evening

            """
        ).check(in: installation)
    }
}
