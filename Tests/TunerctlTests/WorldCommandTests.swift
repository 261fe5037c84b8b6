import BlockingTests
import SystemCore
import TestSupport
import Testing

/// `tunerctl with` and `worlds`, the real programs.
@Suite(.blocking) struct WorldCommandTests {
    @Test func `with overrides a named flag unless a tunable has its name`() throws {
        try Transcript(
            """
            $ tunerctl with algo.reductionModel=v2 ui.DarkMode=true -- sh -c 'tunerctl flag get ui.DarkMode; tunerctl worlds diff'
            true
            algo.reductionModel: override v2
            ui.DarkMode: override on
            $ tunerctl with algo.reductionModel=v3 -- true
            algo.reductionModel has no variant v3; did you mean v1?; its variants: v1, v2; for another text, add --string
            [1]
            $ tunerctl with algo.reductionModel=v3 --string -- tunerctl flag get algo.reductionModel
            v3
            $ tunerctl set ui.DarkMode dim
            tunerctl: ui.DarkMode is a new tunable of type string; to set the flag, type: tunerctl flag set ui.DarkMode VARIANT, with a variant of on, off
            $ tunerctl with ui.DarkMode=bright -- tunerctl get ui.DarkMode
            bright

            """
        ).check()
    }

    @Test func `with sends values longer than one message before the command starts`() throws {
        let installation = try Installation(.daemon)
        // Little more than a piece, because a debug build is slow: as JSON, each byte takes six.
        _ = try installation.run("start", "--", "--max-message", "9000000")
        try Transcript(
            """
            $ ulimit -s unlimited; long=$(head -c 120000 /dev/zero | tr '\\0' '\\1')
            $ for number in $(seq 13); do set -- "$@" "k$number=$long"; done
            $ tunerctl with --timeout 120 "$@" last=1 -- tunerctl get last
            1

            """
        ).check(in: installation)
    }

    @Test func `with runs a command in its own world and returns the command's exit code`() throws {
        try Transcript(
            """
            $ tunerctl declare on --type boolean --default false
            $ tunerctl set scale 1
            tunerctl: scale is a new tunable of type number
            $ tunerctl with scale=2 on=yes -- sh -c 'tunerctl get scale on; tunerctl set scale 3; tunerctl get scale; exit 7'
            scale 2
            on true
            3
            [7]
            $ tunerctl get scale on
            scale 1
            on false
            $ tunerctl with a=1 -- sh -c 'tunerctl worlds diff; tunerctl worlds merge; tunerctl worlds | wc -l'
            a: none -> 1 (world)
            a: none -> 1 (local)
            1
            $ tunerctl worlds
            $ cd run; tunerctl --socket socket with scale=4 -- sh -c 'cd /; tunerctl get scale'; cd ..
            4
            $ tunerctl with -- sh -c 'kill -9 $$'
            [137]
            $ tunerctl with -- sh -c 'yes | head -n 1'
            y
            $ tunerctl with scale=big -- true
            scale must be a number, got "big"
            [1]
            $ tunerctl with scale -- true
            tunerctl: each value must be KEY=VALUE, got scale; see tunerctl help with
            [2]
            $ tunerctl with scale=2 true
            tunerctl: the program to run is missing after --; see tunerctl help with
            [2]
            $ tunerctl with -- not-a-program
            tunerctl: there is no program not-a-program
            [127]
            $ tunerctl with -- /
            tunerctl: / cannot be run: Permission denied (EACCES)
            [126]

            """
        ).check()
    }

    @Test(arguments: [(2, "INT"), (15, "TERM"), (1, "HUP"), (10, "USR1")])
    func `with forwards a signal to its command`(number: Int32, name: String) throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        // A shell runs the trap while it waits, not while a program in the foreground runs.
        let script = "trap 'echo got \(name); kill $!; exit 9' \(name); sleep 600 & echo ready; wait"
        let with = try installation.start("with", "a=1", "--", "sh", "-c", script)
        #expect(try with.line() == "ready")
        try with.send(number)
        #expect(try with.wait() == Program.Result(code: 9, output: "ready\ngot \(name)\n"))
    }

    @Test func `with reports a command killed by a signal as 128 plus the signal`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let with = try installation.start("with", "a=1", "--", "sh", "-c", "echo ready; exec sleep 600")
        #expect(try with.line() == "ready")
        try with.send(15)
        #expect(try with.wait().code == 143)
    }

    @Test func `with creates its world again when the daemon restarts`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let with = try installation.start(
            "with",
            "a=1",
            "--",
            "sh",
            "-c",
            "echo $TUNER_WORLD; read line; tunerctl get a"
        )
        let world = try with.line()
        #expect(world.count >= 16)
        _ = try installation.run("stop")
        _ = try installation.run("start")
        // It is made again within a moment.
        #expect(try eventually { try installation.run("worlds").output.contains("1 value") })
        try with.write("\n")
        #expect(try with.wait() == Program.Result(code: 0, output: "\(world)\n1\n"))
    }

    /// A command in a world whose daemon has ended.
    private func orphan(at path: String) throws -> Program {
        let daemon = try FakeDaemon(at: path)
        let script = "exec '\(BuiltProduct.path("tunerctl"))' --socket '\(path)' with -- sh -c 'echo ready; read line'"
        let with = try Program(script: script, on: .allPipes)
        #expect(try with.line() == "ready")
        try daemon.call("server.stop")
        return with
    }

    /// Returns the error of a command whose daemon ends and is replaced by one with these results of `worlds.create`.
    private func complaints(after results: FakeDaemon.WorldCreation...) throws -> String {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        let with = try orphan(at: path)
        let worlds = FakeDaemon.WorldCreations(results)
        let daemon = try FakeDaemon(at: path, worlds: worlds)
        #expect(try eventually { worlds.isEmpty })
        try with.write("\n")
        let result = try with.wait()
        #expect(result.code == 0)
        try daemon.call("server.stop")
        return result.errors
    }

    @Test func `with reports that another client has its world's name`() throws {
        let sentence =
            "tunerctl: the world of the command has ended with the daemon, and cannot be created again: "
            + "there is one of that name\n"
        #expect(try complaints(after: .conflict) == sentence)
    }

    @Test func `with retries while an abandoned request still holds its world's name`() throws {
        #expect(try complaints(after: .none, .conflict, .created) == "")
    }

    @Test func `commands fail in a world that has ended`() throws {
        let installation = try Installation(.daemon, variables: ["TUNER_WORLD": "w-0123456789abcdef"])
        try Transcript(
            """
            $ TUNER_WORLD= tunerctl start 2>/dev/null
            $ tunerctl set a 1
            there is no world w-0123456789abcdef; it has ended, or never existed
            [3]
            $ tunerctl call tunables.get key=a
            there is no world w-0123456789abcdef; it has ended, or never existed
            [3]
            $ TUNER_WORLD= tunerctl set a 1
            tunerctl: a is a new tunable of type number
            $ tunerctl ping --timeout 60 >/dev/null
            $ tunerctl worlds
            $ tunerctl worlds drop w-0123456789abcdef
            there is no world w-0123456789abcdef; it has ended, or never existed
            [3]

            """
        ).check(in: installation)
    }

    @Test func `with prints a note about a key that only resembles another one`() throws {
        try Transcript(
            """
            $ tunerctl declare game.gravity --type number --default 9.8
            $ tunerctl with game.grvity=9 game.gravity=3 other=1 -- tunerctl get game.gravity
            tunerctl: game.grvity is new, and exists only in the world of this command; did you mean game.gravity?
            3

            """
        ).check()
    }

    @Test func `commands in a world refuse to change the shared state`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.run("set", "a", "1")
        _ = try installation.write(#"{"a":9}"#, to: "two words")
        let script = """
            tunerctl set a 5
            tunerctl undo
            tunerctl redo --everyone
            tunerctl forget a
            tunerctl --quiet import 'two words'
            tunerctl preset save evening
            tunerctl flag create dark --bool
            tunerctl kill-switch on
            tunerctl layers activate --none
            echo undo | tunerctl shell
            """
        _ = try installation.write(script, to: "commands")
        try Transcript(
            """
            $ tunerctl with -- sh commands 2>&1 | sed 's/changes the shared state, not this world; to change the shared state/…/'
            tunerctl: undo …, type: TUNER_WORLD= tunerctl undo; see tunerctl help worlds
            tunerctl: redo …, type: TUNER_WORLD= tunerctl redo --everyone; see tunerctl help worlds
            tunerctl: forget …, type: TUNER_WORLD= tunerctl forget a; see tunerctl help worlds
            tunerctl: import …, type: TUNER_WORLD= tunerctl --quiet import 'two words'; see tunerctl help worlds
            tunerctl: preset save …, type: TUNER_WORLD= tunerctl preset save evening; see tunerctl help worlds
            tunerctl: flag create …, type: TUNER_WORLD= tunerctl flag create dark --bool; see tunerctl help worlds
            tunerctl: kill-switch on …, type: TUNER_WORLD= tunerctl kill-switch on; see tunerctl help worlds
            tunerctl: layers activate …, type: TUNER_WORLD= tunerctl layers activate --none; see tunerctl help worlds
            tunerctl: line 1: undo …, type outside of the shell: TUNER_WORLD= tunerctl undo; see tunerctl help worlds
            $ tunerctl with -- tunerctl undo 2>/dev/null
            [2]
            $ tunerctl history | wc -l
            1
            $ tunerctl with -- sh -c 'TUNER_WORLD= tunerctl undo'
            a: 1 -> none

            """
        ).check(in: installation)
    }

    @Test func `a world does not refuse commands that keep its values private`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.write(#"{"a":3}"#, to: "file")
        let script = """
            tunerctl declare b --type integer --default 2
            tunerctl preset diff start
            tunerctl sync file --once
            EDITOR='sed -i s/3/4/' tunerctl edit a
            tunerctl get a b
            tunerctl call layers.activate '{"names":[]}'
            """
        _ = try installation.write(script, to: "commands")
        try Transcript(
            """
            $ tunerctl declare a --type integer --default 1
            $ tunerctl preset save start
            $ tunerctl with -- sh commands 2>/dev/null
            a: 1 -> 3 (from the file)
            b: none -> 2 (from the daemon)
            a: 3 -> 4 (world)
            a 4
            b 2
            {"revision":3,"changed":false,"changes":[]}
            $ tunerctl get a
            1

            """
        ).check(in: installation)
    }

    @Test func `a world lasts as long as the command that created it`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let create = try installation.start("worlds", "create", "w-0123456789abcdef")
        #expect(try create.line() == "w-0123456789abcdef")
        let listed = try installation.run("worlds").output
        #expect(Transcript.plain(listed) == "w-0123456789abcdef  1 member  0 values  tunerctl[PID]\n")
        try create.send(2)
        #expect(try create.wait().code == 130)
        #expect(try eventually { try installation.run("worlds").output.isEmpty })
    }

    @Test func `worlds move takes a running program to a world and back`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.run("set", "scale", "1")
        let create = try installation.start("worlds", "create", "w-0123456789abcdef")
        _ = try create.line()
        _ = try installation.shell("TUNER_WORLD=w-0123456789abcdef tunerctl set scale 2")
        let watch = try installation.start("watch", "--initial", "scale")
        #expect(try watch.line() == "scale 1")
        let pid = String(watch.processID)
        #expect(try installation.run("worlds", "move", pid, "w-0123456789abcdef") == Program.Result(code: 0))
        #expect(try watch.line() == "scale 2")
        #expect(try installation.run("worlds", "move", pid) == Program.Result(code: 0))
        #expect(try watch.line() == "scale 1")
        let refused = try installation.run("worlds", "move", "1")
        #expect(refused.code == 1)
        #expect(refused.errors == "no process 1 is connected; tunerctl doctor lists those that are\n")
        let wrong = try installation.run("worlds", "move", "game")
        #expect(wrong.code == 2)
        #expect(wrong.errors == "tunerctl: PID must be a whole number, got game; see tunerctl help worlds move\n")
        let missing = try installation.run("worlds", "move")
        #expect(missing.code == 2)
    }

    @Test func `worlds diff outside of a world says what to type`() throws {
        try Transcript(
            """
            $ tunerctl worlds diff
            this command runs in no world: TUNER_WORLD is not set; type: tunerctl worlds diff ID; tunerctl worlds lists the IDs
            [1]

            """
        ).check()
    }
}
