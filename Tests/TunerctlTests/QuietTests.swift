import BlockingTests
import TestSupport
import Testing

/// `--quiet`, which leaves out notes and keeps errors.
@Suite(.blocking) struct QuietTests {
    @Test func `no command prints a note`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.write(#"{"name":"team","values":{"a":1}}"#, to: "team.json")
        try Transcript(
            """
            $ tunerctl set k 1 --quiet
            $ tunerctl layers put team.json --quiet
            $ tunerctl edit 'no.*' --quiet
            [3]
            $ EDITOR=true tunerctl edit k --quiet
            $ tunerctl wait m 3 --timeout 3 --quiet
            tunerctl: there is still no m after 3 s
            [5]
            $ tunerctl declare k --type integer --default 9 --min 5 --quiet
            $ tunerctl preset save calm --quiet
            $ tunerctl preset load calm --quiet
            """ + "\n"
        ).check(in: installation)
    }
}
