import BlockingTests
import TestSupport
import Testing

@testable import TunerCommands

/// `tunerctl exec`, the real programs.
@Suite(.blocking) struct ExecTests {
    @Test func `exec sets the values as environment variables of the command`() throws {
        try Transcript(
            """
            $ tunerctl update -q -- ui.cornerRadius=18 ui.title='two words' ui.on=true 'net.hosts=["a","b"]' edit-button-x=370.0
            $ tunerctl exec -- sh -c 'env | grep ^TUNABLE_ | sort'
            TUNABLE_EDIT_BUTTON_X=370.0
            TUNABLE_NET_HOSTS=["a","b"]
            TUNABLE_UI_CORNER_RADIUS=18
            TUNABLE_UI_ON=true
            TUNABLE_UI_TITLE=two words
            $ tunerctl exec --match 'ui.*' --match edit-button-x --prefix '' -- sh -c 'echo $UI_TITLE $EDIT_BUTTON_X $NET_HOSTS; exit 7'
            two words 370.0
            [7]
            $ tunerctl with ui.title=mine -- tunerctl exec -- sh -c 'echo $TUNABLE_UI_TITLE'
            mine
            $ tunerctl exec -- sh -c 'yes | head -n 1; tunerctl get ui.on; exit 5'
            y
            true
            [5]
            $ tunerctl exec --match 'nothing.*' -- sh -c 'env | grep -c TUNABLE_'
            tunerctl: nothing matches nothing.*
            0
            [1]

            """
        ).check()
    }

    @Test func `exec refuses values that cannot be environment variables and runs nothing`() throws {
        try Transcript(
            #"""
            $ tunerctl update path=/tmp ld.preload=x.so ui.scale=1 ui-scale=2 2d=1 'nul="\u0000"' -q
            $ tunerctl exec --match path --prefix '' -- echo ran
            tunerctl: path would be PATH, which has a meaning for other programs; use another --prefix, or exclude the key with --match
            [1]
            $ tunerctl exec --match preload --match 'ld.*' --prefix '' -- echo ran
            tunerctl: there is no key preload
            tunerctl: ld.preload would be LD_PRELOAD, which has a meaning for other programs; use another --prefix, or exclude the key with --match
            [1]
            $ tunerctl exec --match 'ui*' -- echo ran
            tunerctl: ui-scale and ui.scale would both be TUNABLE_UI_SCALE; exclude one with --match
            [1]
            $ tunerctl exec --match 2d --prefix '' -- echo ran
            tunerctl: 2d would be 2D, but a variable cannot begin with a digit; use a --prefix
            [1]
            $ tunerctl exec --match nul -- echo ran
            tunerctl: nul has a zero byte, which a variable cannot have; exclude it with --match
            [1]
            $ printf '{"long":"%0200000d"}' 0 | tunerctl import - >/dev/null; tunerctl exec --match long -- echo ran
            tunerctl: the values are too long for environment variables; select fewer with --match
            [1]
            $ tunerctl exec --match path -- not-a-program
            tunerctl: there is no program not-a-program
            [127]
            $ tunerctl exec --match path -- /
            tunerctl: / cannot be run: Permission denied (EACCES)
            [126]
            $ tunerctl exec echo ran
            tunerctl: the program to run is missing after --; see tunerctl help exec
            [2]
            $ tunerctl exec path -- echo ran
            tunerctl: path is an unexpected argument; see tunerctl help exec
            [2]
            $ tunerctl exec --prefix 2 -- echo ran
            tunerctl: --prefix must be empty, or letters, digits and _ without a digit at the start, got 2; see tunerctl help exec
            [2]

            """#
        ).check()
    }

    @Test(arguments: [
        ("ui.cornerRadius", "UI_CORNER_RADIUS"), ("edit-button-x", "EDIT_BUTTON_X"), ("HTTP", "HTTP"), ("a2B", "A2_B"),
        ("useHTTPProxy", "USE_HTTPPROXY"), ("a.B", "A_B"), ("a..b_c", "A__B_C"), ("x", "X"),
    ])
    func `the words of a key become an upper-case variable name`(key: String, name: String) {
        #expect(VariableNames.words(of: key) == name)
    }
}
