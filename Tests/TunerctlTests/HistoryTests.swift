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
            tunerctl: a is new, a number from now on
            $ tunerctl update b=x a=2
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
            b: x -> none
            a: 2 -> 1 (local)
            $ tunerctl redo
            b: none -> x (local)
            a: 1 -> 2 (local)
            $ tunerctl undo --everyone --json
            {"revision":6,"changes":[{"key":"b","old":"x"},{"key":"a","value":1,"old":2,"origin":"local"}],"undone":[2]}
            $ tunerctl undo
            a: 1 -> none
            $ tunerctl undo
            there is nothing to undo
            [1]

            """
        ).check()
    }
}
