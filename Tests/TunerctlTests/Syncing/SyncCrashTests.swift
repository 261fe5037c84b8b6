import BlockingTests
import ConsoleCore
import JSONCore
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests that `tunerctl sync` loses nothing when it is killed at any moment.
@Suite(.blocking) struct SyncCrashTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
    }

    @Test func `sync removes the temporary files of a killed sync`() throws {
        try Transcript(
            """
            $ tunerctl set k 1 2>/dev/null; touch .c.json-999999999.new .d.json-999999999.new .c.json-$$.new
            $ mkdir -p home/.local/state/tuner/sync; tunerctl sync c.json --once
            k: none -> 1 (from the daemon)
            $ left=$(ls home/.local/state/tuner/sync); touch "home/.local/state/tuner/sync/.$left-999999999.new"
            $ tunerctl set k 2; tunerctl sync c.json --once
            k: 1 -> 2 (from the daemon)
            $ ls -A home/.local/state/tuner/sync | wc -l; ls -A
            1
            .d.json-999999999.new
            bin
            c.json
            home
            run
            search

            """
        ).check(in: installation)
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/strace") || Demands.areStrict, "missing here: strace"))
    func `sync restores a save that a killed sync moved away`() throws {
        _ = try installation.run("set", "theirs", "5")
        let path = try installation.write("{\"mine\": 0}\n", to: "c.json")
        // sync stops before the exchange, and is killed before it puts back the replaced file.
        let sync = try installation.start(
            injecting: ["rename:signal=STOP", "renameat2:signal=KILL:when=2"],
            into: ["sync", path, "--once", "--pull"]
        )
        var out: String?
        _ = try eventually {
            out = try Kernel.names(in: installation.file("")).first { $0.hasSuffix(".out") }
            return out != nil
        }
        let name = try #require(out)
        try Kernel.rename(try installation.write("{\"mine\": 1}\n", to: "saved"), to: path)
        #expect(try sync.continueUntilEnd().code == 128 + SIGKILL)
        #expect(try installation.text(of: "c.json").contains("theirs"))
        #expect(try installation.text(of: name) == "{\"mine\": 1}\n")
        try Transcript(
            """
            $ tunerctl sync c.json --once --pull; tr -d ' \\n' <c.json; echo; ls -A
            theirs: none -> 5 (from the daemon)
            {"mine":1,"theirs":5}
            bin
            c.json
            home
            run
            search

            """
        ).check(in: installation)
    }

    @Test func `sync keeps a moved save beside the file when the file was saved again`() throws {
        let leftover = ".c.json-999999999-1-2.out"
        try Transcript(
            """
            $ echo '{"a":1}' >c.json; echo '{"a":2}' >'\(leftover)'; echo '{"a":3}' >.d.json-999999999-1-2.out
            $ echo other >c.json.saved; tunerctl sync c.json --once
            tunerctl: tunerctl was killed while it replaced c.json; an older save of c.json is in c.json.saved-2
            a: none -> 1 (from the file)
            $ cat c.json c.json.saved c.json.saved-2
            {"a":1}
            other
            {"a":2}
            $ cp c.json '\(leftover)'; tunerctl sync c.json --once; ls -A
            .d.json-999999999-1-2.out
            bin
            c.json
            c.json.saved
            c.json.saved-2
            home
            run
            search

            """
        ).check(in: installation)
    }

    @Test func `sync resumes from the recorded intentions of a killed sync`() throws {
        try Transcript(
            """
            $ echo '{"a":1,"b":1}' >c.json; tunerctl sync c.json --once
            a: none -> 1 (from the file)
            b: none -> 1 (from the file)
            $ sed -i 's/}$/,"toDaemon":{"a":2},"toFile":{"b":2}}/' home/.local/state/tuner/sync/*
            $ tunerctl set a 2; tunerctl set b 3; echo '{"a":4,"b":2}' >c.json; tunerctl sync c.json --once; cat c.json
            a: 2 -> 4 (from the file)
            b: 2 -> 3 (from the daemon)
            {"a":4,"b":3}
            $ grep -c to home/.local/state/tuner/sync/*
            0
            [1]
            $ sed -i 's/}$/,"toDaemon":{"a":5}}/' home/.local/state/tuner/sync/*
            $ tunerctl set a 6; echo '{"a":5,"b":3}' >c.json; tunerctl sync c.json --once; cat c.json
            tunerctl: a changed on both sides: the daemon keeps 6, and the file's 5 is stored in c.json.conflicts
            {"a":6,"b":3}

            """
        ).check(in: installation)
    }

    @Test(arguments: Seeds.all.suffix(3))
    func `sync loses no change when killed repeatedly at any moment`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let path = installation.file("c.json")
        for round in 1...8 {
            // One key changes in the file and one in the daemon. In the end, both sides have the newest value of each.
            _ = try installation.shell(
                """
                cd '\(installation.file(""))'
                [ -f c.json ] || echo '{"mine": 0}' >c.json
                sed -i 's/"mine": *[0-9]*/"mine": \(round)/' c.json
                """
            )
            let sync = try installation.start("sync", path)
            _ = try installation.run("update", "theirs=\(round)")
            // The work of sync before it is killed.
            switch Int.random(in: 0..<5, using: &random) {
            case 0: break
            case 1: #expect(try eventually { try installation.syncNotes().contains("\"mine\":\(round)") })
            case 2: #expect(try eventually { try installation.syncNotes().contains("\"theirs\":\(round)") })
            case 3: #expect(try eventually { try installation.run("get", "mine").output == "\(round)\n" })
            default: try installation.expect("c.json", toHold: "\"theirs\": \(round)")
            }
            try sync.crash()
        }
        _ = try installation.run("sync", path, "--once")
        #expect(try installation.run("get", "mine", "theirs").output == "mine 8\ntheirs 8\n", "seed \(seed)")
        let file = try JSON.parse(try installation.text(of: "c.json"))
        #expect(file == ["mine": 8, "theirs": 8], "seed \(seed)")
    }
}
