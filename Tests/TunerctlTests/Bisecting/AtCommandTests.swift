import BlockingTests
import TestSupport
import Testing

/// `tunerctl at`, the real program.
@Suite(.blocking) struct AtCommandTests {
    @Test func `a command sees the values of an earlier revision, and nobody else does`() throws {
        try Transcript(
            """
            $ tunerctl declare size --type integer --default 4 --max 9
            $ tunerctl set -q size=5 name=old gone=1
            $ tunerctl set -q name=new
            $ tunerctl forget gone
            $ tunerctl set -q late=1
            $ tunerctl reset size
            $ tunerctl at 2 -- sh -c 'tunerctl get size name gone late; tunerctl set size 7; exit 9'
            tunerctl: did not exist at revision 2, used with the present value: late
            size 5
            name old
            gone 1
            late 1
            [9]
            $ tunerctl at 6 -- tunerctl worlds diff
            $ tunerctl get size name late
            size 4
            name new
            late 1
            $ tunerctl worlds
            $ tunerctl history 1
            6 TIME tunerctl[PID] tunables.reset size: 5 -> 4 (default)

            """
        ).check()
    }

    @Test func `layers and overrides of flags are reversed`() throws {
        try Transcript(
            """
            $ tunerctl set -q light=1
            $ echo '{"name":"night","values":{"light":0.2}}' >night.json
            $ tunerctl flag create beta --bool --default off
            $ tunerctl flag create other --bool --default off
            $ tunerctl flag on beta >/dev/null
            $ tunerctl layers put -q night.json; tunerctl layers activate night
            $ tunerctl flag off beta >/dev/null
            $ tunerctl flag on other >/dev/null
            $ tunerctl reset light >/dev/null
            $ tunerctl get light
            0.2
            $ tunerctl at 4 -- sh -c 'tunerctl get light; tunerctl flag get beta'
            tunerctl: had no override at revision 4, used with the present one: flag other
            1
            true
            $ tunerctl flag get beta
            false

            """
        ).check()
    }

    @Test func `a value that is not allowed any more keeps its present value, with a note`() throws {
        try Transcript(
            """
            $ tunerctl set -q size=50 name=a
            $ tunerctl set -q size=5 name=b
            $ tunerctl declare size --type integer --max 9 >/dev/null
            $ tunerctl at 1 -- tunerctl get size name
            tunerctl: size keeps its present value: size must be at most 9, got 50
            size 5
            name a

            """
        ).check()
    }

    @Test func `a note says that a kill switch limits keys`() throws {
        try Transcript(
            """
            $ tunerctl declare -q size --type integer --default 1
            $ tunerctl set -q size 5
            $ tunerctl kill-switch on size
            size: 5 -> 1 (limited)
            $ tunerctl at 2 -- tunerctl get size
            tunerctl: a kill switch is on: the keys that it limits have their defaults, also in worlds
            1

            """
        ).check()
    }

    @Test func `a revision that is not in the history is refused`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start", "--", "--history", "3")
        try Transcript(
            """
            $ for size in 1 2 3 4 5; do tunerctl set -q size=$size; done
            $ tunerctl at 6 -- true
            tunerctl: there is no revision 6; the last one is 5
            [3]
            $ tunerctl at 1 -- true
            tunerctl: the history does not reach back to revision 1; the oldest revision in it is 2; to keep more commits, start tunerd with --history N
            [3]
            $ tunerctl at 30d -- true
            tunerctl: the history does not reach back to 30d; the oldest revision in it is 2; to keep more commits, start tunerd with --history N
            [3]
            $ tunerctl at 2 -- tunerctl get size
            2
            $ tunerctl at 1x -- true
            tunerctl: REVISION must be a revision, a time such as TIME, or a time before now such as 30m, got 1x; see tunerctl help at
            [2]
            $ tunerctl at 2
            tunerctl: the program to run is missing after --; see tunerctl help at
            [2]
            $ tunerctl at -- true
            tunerctl: REVISION is missing; see tunerctl help at
            [2]
            $ tunerctl at 2 -- absent
            tunerctl: there is no program absent
            [127]

            """
        ).check(in: installation)
    }
}
