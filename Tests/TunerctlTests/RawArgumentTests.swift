import BlockingTests
import SystemCore
import TestSupport
import Testing

/// Arguments, file names and variables that are not UTF-8, with the real programs.
@Suite(.blocking) struct RawArgumentTests {
    /// The byte 0xFF as a shell writes it, and a program that prints its arguments in hexadecimal.
    private static let prelude = """
        $ bad=$(printf 'a\\377b'); hex='printf %s "$1" | od -An -tx1 | tr -d " \\n"; echo'

        """

    @Test func `exec and with pass arguments to the program byte for byte`() throws {
        try Transcript(
            Self.prelude + #"""
                $ tunerctl exec -- sh -c "$hex" sh "$bad"
                61ff62
                $ tunerctl with k=1 -- sh -c "$hex" sh "$bad"
                61ff62
                $ ln -s "/usr/bin/printf" "$bad"; tunerctl exec -- "./$bad" 'ran\n'; tunerctl with k=1 -- "./$bad" 'ran\n'
                ran
                ran
                $ tunerctl exec -- "./no-$bad"
                tunerctl: there is no program ./no-a\xFFb
                [127]

                """#
        ).check()
    }

    @Test func `exec and with preserve the bytes of environment variables`() throws {
        try Transcript(
            Self.prelude + #"""
                $ export OTHER="$bad"; tunerctl exec -- sh -c 'printf %s "$OTHER" | od -An -tx1'
                 61 ff 62
                $ ln -s "$TUNER_SOCKET" "$bad"; export TUNER_SOCKET="$PWD/$bad"
                $ tunerctl set k 1 2>/dev/null; tunerctl get k
                1
                $ tunerctl exec -- sh -c 'printf %s "${TUNER_SOCKET##*/}" | od -An -tx1; tunerctl get k'
                 61 ff 62
                1
                $ tunerctl with k=2 -- sh -c 'printf %s "${TUNER_SOCKET##*/}" | od -An -tx1; tunerctl get k'
                 61 ff 62
                2

                """#
        ).check()
    }

    @Test func `watch --exec preserves the bytes of its command`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let result = try installation.shell(
            #"""
            cd '\#(installation.file(""))'
            tunerctl set k 1 2>/dev/null
            bad=$(printf 'a\377b')
            mkfifo seen
            tunerctl watch --initial --exec "printf %s '$bad' | od -An -tx1 >seen" k & watch=$!
            cat seen
            kill $watch
            """#
        )
        #expect(result.output == " 61 ff 62\n")
    }

    @Test func `commands read files whose names are not UTF-8`() throws {
        try Transcript(
            Self.prelude + #"""
                $ echo '{"k":1}' >"$bad"; tunerctl import "$bad" >/dev/null; tunerctl get k
                1
                $ tunerctl lint "$bad"; echo '{"$schema":1,' >"l$bad"; tunerctl lint "l$bad" 2>&1 | sed 's/:.*//'
                la\xFFb
                $ echo '{"k":{"type":"integer"}}' >"s$bad"; tunerctl lint --schema "s$bad" "$bad"; tunerctl declare --file "s$bad"
                $ tunerctl declare --file "no-$bad"
                tunerctl: open of no-a\xFFb failed: No such file or directory (ENOENT)
                [2]
                $ echo '{"name":"team","values":{"k":2}}' >"y$bad"; tunerctl layers put "y$bad" >/dev/null 2>&1; tunerctl layers list
                team  inactive  1 value  put N s ago
                $ echo '{"flags":{"f":{"state":"ENABLED","variants":{"on":true},"defaultVariant":"on"}}}' >"f$bad"
                $ echo '{"cases":[{"flag":"f","value":true}]}' >"c$bad"; tunerctl flag test "f$bad" "c$bad"
                1 case passes
                $ tunerctl flag define "f$bad"; tunerctl flag get f
                true
                $ echo "import $bad" | tunerctl shell
                $ rm "$bad"; tunerctl --socket "$bad" get k
                tunerctl: no daemon responds at a\xFFb; start one with: tunerctl start --socket a\xFFb
                [4]

                """#
        ).check()
    }

    @Test func `sync accepts file names and symbolic links that are not UTF-8`() throws {
        try Transcript(
            Self.prelude + #"""
                $ tunerctl set k 1 2>/dev/null; mkdir "d$bad"; ln -s "d$bad/real" "$bad"
                $ tunerctl sync --once "$bad"; cat "d$bad/real"
                k: none -> 1 (from the daemon)
                {
                  "k": 1
                }
                $ tunerctl set k 2; sed -i 's/1/3/' "d$bad/real"; tunerctl sync --once "$bad"
                tunerctl: k changed on both sides: the daemon keeps 2, and the file's 3 is stored in a\xFFb.conflicts
                $ wc -l <"$bad.conflicts"; tunerctl sync --once "$bad"; ls -b
                1
                a\377b
                a\377b.conflicts
                bin
                da\377b
                home
                run
                search
                $ accent=$(printf '\314\201x'); tunerctl sync --once "$PWD/$accent"; ls | grep -c x$
                k: none -> 2 (from the daemon)
                1

                """#
        ).check()
    }

    @Test func `edit accepts editor and directory paths that are not UTF-8`() throws {
        try Transcript(
            Self.prelude + #"""
                $ tunerctl set k 1 2>/dev/null; mkdir "$bad"; printf '#!/bin/sh\nsed -i s/1/2/ "$1"\n' >"$bad/ed"; chmod +x "$bad/ed"
                $ TMPDIR="$PWD/$bad" EDITOR="./$bad/ed" tunerctl edit; tunerctl get k
                k: 1 -> 2 (local)
                2

                """#
        ).check()
    }

    @Test func `commands refuse keys and values that are not UTF-8`() throws {
        try Transcript(
            Self.prelude + #"""
                $ tunerctl set k "$bad"
                tunerctl: a\xFFb is not UTF-8; only file names can have other bytes; see tunerctl help set
                [2]
                $ tunerctl set "$bad" 1
                tunerctl: a\xFFb is not UTF-8; only file names can have other bytes; see tunerctl help set
                [2]
                $ tunerctl update "k=$bad"
                tunerctl: k=a\xFFb is not UTF-8; only file names can have other bytes; see tunerctl help update
                [2]
                $ for line in "get $bad" "list $bad" "reset $bad" "history $bad" "declare $bad" "call tunables.get key=$bad"; do tunerctl $line 2>/dev/null; echo $?; done | tr '\n' ' '; echo
                2 2 2 2 2 2 
                $ for line in "with k=$bad -- true" "flag get $bad" "layers get $bad" "preset save $bad" "edit $bad"; do tunerctl $line 2>/dev/null; echo $?; done | tr '\n' ' '; echo
                2 2 2 2 2 
                $ tunerctl get k --default "$bad" 2>/dev/null; echo $?; tunerctl list --match "$bad" 2>/dev/null; echo $?
                2
                2
                $ echo "set k $bad" | tunerctl shell
                tunerctl: line 1: set k a\xFFb is not UTF-8; only file names can have other bytes; see tunerctl --help
                [2]
                $ tunerctl "$bad"
                tunerctl: there is no command a\xFFb; see tunerctl --help
                [2]
                $ tunerctl list

                """#
        ).check()
    }

    @Test func `the daemon accepts socket, state, seed and flag paths that are not UTF-8`() throws {
        let installation = try Installation(.daemon)
        try Transcript(
            Self.prelude + #"""
                $ mkdir -m 700 "$bad"; echo '{"k":1}' >"$bad/seed"; echo '{"flags":{}}' >"$bad/flags"
                $ tunerctl start --socket "$bad/s" --state "$PWD/$bad/state" -- --seed "$PWD/$bad/seed" --flags "$PWD/$bad/flags" 2>/dev/null
                $ tunerctl --socket "$bad/s" get k; ls -b
                1
                a\377b
                bin
                run
                search
                $ tunerctl --socket "$bad/s" status | grep -o 'a.xFFb/[a-z]*$'
                a\xFFb/s
                a\xFFb/state
                a\xFFb/flags
                $ tunerctl --socket "$bad/s" stop
                tunerctl: the daemon at a\xFFb/s has stopped

                """#
        ).check(in: installation)
    }
}
