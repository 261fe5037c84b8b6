import BlockingTests
import TestSupport
import Testing

/// Tests of `tunerctl flag create` with the real programs.
@Suite(.blocking) struct FlagCreateTests {
    @Test func `a created flag has variants of its type, and can be set at once`() throws {
        try Transcript(
            """
            $ tunerctl flag create sale --bool --description 'Show the sale'
            $ tunerctl flag get sale
            false
            $ tunerctl flag on sale
            $ tunerctl flag get sale
            true
            $ tunerctl call flags.get key=sale --json | grep -o '"metadata":{[^}]*}'
            "metadata":{"description":"Show the sale"}
            $ tunerctl flag create theme --string day,night --default night
            $ tunerctl flag get theme
            night
            $ tunerctl flag create size --number 1,2.5
            $ tunerctl flag get size
            1
            $ tunerctl flag create gap --number .5,1. --default .5
            $ tunerctl flag get gap
            0.5
            $ tunerctl flag set gap .25
            $ tunerctl flag get gap
            0.25
            $ tunerctl flag remove gap
            $ tunerctl flag create box --object '{"w":1}' wide='{"w":2}' --default wide
            $ tunerctl flag get box
            {"w":2}
            $ tunerctl flag list box theme size sale
            box object ENABLED wide local
            sale boolean ENABLED off local override on
            size number ENABLED 1 local
            theme string ENABLED night local
            $ tunerctl describe theme
            the flag theme is night (local)
              state           ENABLED
              variants        {"day":"day","night":"night"}
              defaultVariant  night
            $ tunerctl flag create lamp --bool --default true --json
            {"revision":9,"changed":true}

            """
        ).check()
    }

    @Test func `a key that is a flag already is refused with the commands to type instead`() throws {
        try Transcript(
            """
            $ tunerctl flag create ui.DarkMode --bool
            there is a flag ui.DarkMode already; set it with: tunerctl flag set ui.DarkMode VARIANT; replace its definition with: tunerctl flag define FILE
            [1]
            $ tunerctl flag create ui.DarkMode --bool --json 2>&1 | grep -o '"data":.*'
            "data":{"kind":"conflict","key":"ui.DarkMode"}}

            """
        ).check()
    }

    @Test func `a word after --bool is the value that the flag has at first`() throws {
        try Transcript(
            """
            $ tunerctl flag create lamp --bool true; tunerctl flag get lamp
            true
            $ tunerctl flag create door off --bool; tunerctl flag get door
            false
            $ tunerctl flag create gate --bool open
            tunerctl: --bool must be true or false, got open; see tunerctl help flag create
            [2]
            $ tunerctl flag create gate --bool true false
            tunerctl: false is an unexpected argument; see tunerctl help flag create
            [2]
            $ tunerctl flag create gate --bool true --default on
            tunerctl: true is an unexpected argument; see tunerctl help flag create
            [2]

            """
        ).check()
    }

    @Test func `wrong values of a flag to create are refused before the daemon is called`() throws {
        try Transcript(
            """
            $ tunerctl flag create sale 2>&1
            tunerctl: --bool, --string, --number or --object is missing; see tunerctl help flag create
            [2]
            $ tunerctl flag create sale --bool --number
            tunerctl: --bool must be the only type, got --number; see tunerctl help flag create
            [2]
            $ tunerctl flag create sale --string
            tunerctl: a value after --string is missing; see tunerctl help flag create
            [2]
            $ tunerctl flag create sale --string a,,b
            tunerctl: --string must be different texts with commas between them, got a,,b; see tunerctl help flag create
            [2]
            $ tunerctl flag create sale --number 1,x
            tunerctl: --number must be different numbers with commas between them, got 1,x; see tunerctl help flag create
            [2]
            $ tunerctl flag create sale --number true
            tunerctl: --number must be different numbers with commas between them, got true; see tunerctl help flag create
            [2]
            $ tunerctl flag create sale --object 1
            tunerctl: --object must be JSON objects, or NAME=OBJECT with different names, got 1; see tunerctl help flag create
            [2]
            $ tunerctl flag create sale --string a,b --default c
            tunerctl: --default must be one of a, b, got c; see tunerctl help flag create
            [2]
            $ tunerctl flag create
            tunerctl: KEY is missing; see tunerctl help flag create
            [2]

            """
        ).check()
    }
}
