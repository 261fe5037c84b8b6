import BlockingTests
import OptionCore
import SystemCore
import TestSupport
import Testing

/// `tunerctl compare`, the real program.
@Suite(.blocking) struct CompareCommandTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.run("declare", "size", "--type", "integer", "--default", "10", "--max", "100")
        _ = try installation.write(#"{"size":10}"#, to: "a.json")
        _ = try installation.write(#"{"size":12}"#, to: "b.json")
    }

    private func check(_ text: String) throws { try Transcript(text).check(in: installation) }

    /// Starts a comparison of A and B, whose programs run in the directory of the installation.
    private func start(_ arguments: String...) throws -> Program {
        let words = ["compare", installation.file("a.json"), installation.file("b.json")] + arguments
        return try installation.start(words.map { $0.replacing("FOLDER", with: installation.file("").dropLast()) })
    }

    @Test func `a metric that depends on a value shows the difference`() throws {
        try check(
            """
            $ tunerctl compare a.json b.json --metric 'echo size; tunerctl get size; echo' --rounds 4 --seed 1
               median  file
            A  10      a.json
            B  12      b.json

            A █
            B                                                                        █
              10 ────────────────────────────────────────────────────────────────── 12

            B - A          +2 (+20 %)
            95 % interval  +2 to +2 (+20 % to +20 %)
            p              0.013 (Mann-Whitney)
            rounds         4, seed 1

            B is higher than A by 2 (20 %).
            $ tunerctl worlds
            $ tunerctl get size
            10

            """
        )
    }

    @Test func `equal files show no difference`() throws {
        let script = "cd '\(installation.file(""))'; tunerctl compare a.json a.json --metric 'tunerctl get size'"
        let result = try installation.shell(script)
        #expect(result.code == 0)
        #expect(result.output.hasSuffix("\nNo difference found.\n"), "\(result.output)")
    }

    @Test func `a note says that a kill switch hides the values`() throws {
        _ = try installation.run("kill-switch", "on", "size")
        let script = "cd '\(installation.file(""))'; tunerctl compare a.json b.json --metric 'tunerctl get size'"
        let result = try installation.shell(script)
        #expect(result.output.hasPrefix("tunerctl: a kill switch is on: the keys that it limits have their defaults"))
        #expect(result.output.hasSuffix("\nNo difference found.\n"), "\(result.output)")
    }

    @Test func `--json prints one object, with each round`() throws {
        try check(
            """
            $ tunerctl compare b.json a.json --metric 'tunerctl get size' --rounds 4 --seed 1 --json
            {"a":{"file":"b.json","median":12.0},"b":{"file":"a.json","median":10.0},"difference":{"value":-2.0,"percent":-16.666666666666664},"low":{"value":-2.0,"percent":-16.666666666666664},"high":{"value":-2.0,"percent":-16.666666666666664},"u":16.0,"p":0.013123806784370733,"verdict":"lower","seed":1,"rounds":[{"first":"b","a":12.0,"b":10.0},{"first":"b","a":12.0,"b":10.0},{"first":"a","a":12.0,"b":10.0},{"first":"b","a":12.0,"b":10.0}]}

            """
        )
    }

    @Test func `a file can name flags, be an export or have no values`() throws {
        _ = try installation.run("flag", "create", "big", "--bool")
        _ = try installation.write(#"{"big":true}"#, to: "flag.json")
        let metric = "case $(tunerctl flag get big) in true) echo 5 ;; *) tunerctl get size ;; esac"
        let script = """
            cd '\(installation.file(""))'; tunerctl export >export.json
            tunerctl compare flag.json export.json --metric '\(metric)' --rounds 4
            echo '{}' | tunerctl compare flag.json - --metric '\(metric)' --rounds 4
            """
        let output = try installation.shell(script).output
        #expect(output.matches(of: /B is higher than A by 5 \(100 %\)/).count == 2, "\(output)")
    }

    @Test func `each measurement starts a program in its world and ends it`() throws {
        // The metric waits for the value that the program has read.
        let metric = "until [ -s value ]; do :; done; cat value; rm value"
        let program = "echo $$ >>pids; tunerctl get size >new; mv new value; sleep 600 & wait"
        let script = """
            cd '\(installation.file(""))'
            tunerctl compare a.json b.json --metric '\(metric)' --rounds 4 -- sh -c '\(program)'
            """
        let result = try installation.shell(script)
        #expect(result.output.hasSuffix("B is higher than A by 2 (20 %).\n"), "\(result.output)")
        let pids = try Program(script: "cat \"$1\"", [installation.file("pids")]).wait().output.split(separator: "\n")
        #expect(pids.count == 8)
        for pid in pids.compactMap({ Int32($0) }) { #expect(!Kernel.isProcess(pid)) }
    }

    @Test func `a program behind a shell can end its work after SIGTERM`() throws {
        // The outer shell ends at once; the inner one needs a while.
        let handler = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo >>done; exit"
        let program = "(trap \"$HANDLER\" TERM; echo >ready; while :; do sleep 600 & wait; done); true"
        let script = """
            cd '\(installation.file(""))'; export HANDLER='\(handler)'
            tunerctl compare a.json b.json --rounds 4 --metric 'until [ -e ready ]; do :; done; rm ready; echo 1' \\
                -- sh -c '\(program)'
            wc -l <done
            """
        #expect(try installation.shell(script).output.hasSuffix("No difference found.\n8\n"))
    }

    @Test func `a running program moves between the worlds and returns to the shared values`() throws {
        let watch = try installation.start("watch", "size", "--initial")
        #expect(try watch.line() == "size 10")
        _ = try installation.write(#"{"size":11}"#, to: "a.json")
        let compare = try start("--metric", "tunerctl get size", "--rounds", "4", "--pid", "\(watch.processID)")
        #expect(try compare.wait().output.hasSuffix("B is higher than A by 1 (9.09 %).\n"))
        _ = try installation.run("set", "size", "50")
        let lines = try watch.output { $0.hasSuffix("\nsize 50\n") }.split(separator: "\n")
        #expect(Set(lines) == ["size 10", "size 11", "size 12", "size 50"])
        #expect(lines.suffix(2) == ["size 10", "size 50"])
    }

    @Test func `an error shows the end of the output of the metric command or of the program`() throws {
        let lines = [
            (
                "--metric 'echo hello; echo bad >&2; exit 3'", "the metric command has ended with exit code 3",
                "hello bad"
            ),
            ("--metric 'seq 9; kill -9 $$'", "the metric command has ended with signal 9", "5 6 7 8 9"),
            (
                "--metric 'echo hello; echo 12 ms; echo note >&2'",
                "the last line of the metric command must be a number, got 12 ms", "hello note"
            ),
            (
                "--metric true", "the last line of the metric command must be a number, but it has printed nothing",
                ""
            ),
            (
                "--metric 'sleep 600' -- sh -c 'echo boom >&2; exit 7'",
                "the program has ended with exit code 7 before the metric command", "boom"
            ),
        ]
        for (options, sentence, output) in lines {
            let script = "cd '\(installation.file(""))'; tunerctl compare a.json a.json --seed 1 \(options)"
            let result = try installation.shell(script)
            #expect(result.code == 1)
            let end = output.isEmpty ? "" : "; its output ends with:\n  \(output.replacing(" ", with: "\n  "))"
            let letter = result.output.contains("A (a.json)") ? "A" : "B"
            #expect(result.output == "tunerctl: round 1 of 20, \(letter) (a.json): \(sentence)\(end)\n")
        }
        #expect(try installation.run("worlds").output == "")
    }

    @Test func `a comparison fails if its worlds have ended with the daemon`() throws {
        let compare = try start("--metric", "tunerctl stop >/dev/null; echo 1")
        let result = try compare.wait()
        #expect(result.code == 4)
        #expect(result.errors.contains("closed the connection"), "\(result.errors)")
    }

    @Test func `a wrong command line or file is refused before the first round`() throws {
        try check(
            """
            $ tunerctl compare a.json b.json 2>&1
            tunerctl: --metric COMMAND is missing; see tunerctl help compare
            [2]
            $ tunerctl compare a.json --metric true
            tunerctl: FILE is missing; see tunerctl help compare
            [2]
            $ tunerctl compare a.json --metric true -- true
            tunerctl: FILE is missing; see tunerctl help compare
            [2]
            $ tunerctl compare a.json b.json c.json --metric true
            tunerctl: c.json is an unexpected argument; see tunerctl help compare
            [2]
            $ tunerctl compare a.json b.json --metric true --rounds 3
            tunerctl: --rounds must be a whole number from 4, got 3; see tunerctl help compare
            [2]
            $ tunerctl compare a.json b.json --metric true --pid 1 -- true
            tunerctl: --pid names a running program, so no program may follow --; see tunerctl help compare
            [2]
            $ echo '{"size":300}' | tunerctl compare a.json - --metric true
            size must be at most 100, got 300
            [1]
            $ tunerctl compare a.json b.json --metric true -- not-a-program
            tunerctl: there is no program not-a-program
            [127]
            $ echo '{"siez":3}' | tunerctl compare a.json - --metric false 2>&1 | head -n 1
            tunerctl: siez is new, and exists only in the world of this command; did you mean size?

            """
        )
    }

    /// Writes its process ID to a file, and runs until it is killed.
    private static let endless =
        "echo $$ >'FOLDER/NAME.new'; mv 'FOLDER/NAME.new' 'FOLDER/NAME'; while :; do sleep 600; done"

    /// Returns the process ID that a program has written.
    private func process(_ name: String) throws -> Int32 {
        let path = installation.file(name)
        #expect(try eventually { (try? Kernel.status(of: path)) != nil })
        return try #require(Int32(try Program(script: "cat \"$1\"", [path]).wait().output.filter(\.isNumber)))
    }

    @Test(arguments: [(2, 130), (15, 143), (1, 129)] as [(Int32, Int32)])
    func `a signal ends the programs and the worlds`(signal: Int32, code: Int32) throws {
        let (metric, program) = (
            Self.endless.replacing("NAME", with: "metric"), Self.endless.replacing("NAME", with: "program")
        )
        let compare = try start("--metric", metric, "--", "sh", "-c", program)
        let processes = [try process("metric"), try process("program")]
        #expect(try installation.run("worlds").output.split(separator: "\n").count == 2)
        try compare.send(signal)
        #expect(try compare.wait() == Program.Result(code: code))
        for pid in processes { #expect(!Kernel.isProcess(pid)) }
        #expect(try installation.run("worlds").output == "")
    }

    @Test func `a second signal kills a program that ignores the first one`() throws {
        let program = "trap '' TERM; " + Self.endless.replacing("NAME", with: "program")
        let compare = try start("--metric", Self.endless.replacing("NAME", with: "metric"), "--", "sh", "-c", program)
        let pid = try process("program")
        let metric = try process("metric")
        try compare.send(2)
        // The metric command has ended, so tunerctl waits for the program.
        #expect(try eventually { !Kernel.isProcess(metric) })
        try compare.send(2)
        #expect(try compare.wait(within: .seconds(4)).code == 130)
        #expect(!Kernel.isProcess(pid))
    }

    @Test func `a terminal with 60 columns shows the progress, and a chart that fits`() throws {
        let script = """
            stty cols 60; cd '\(installation.file(""))'
            NO_COLOR=1 TERM=xterm tunerctl compare a.json b.json --metric 'tunerctl get size' --rounds 4
            """
        let output = try installation.shell(script, on: .terminal).output.replacing("\r\n", with: "\n")
        #expect(output.contains("round 4 of 4: "))
        #expect(!output.contains("\u{1B}[38"))
        let table = try #require(output.split(separator: "\r\u{1B}[K").last)
        #expect(table.hasSuffix("B is higher than A by 2 (20 %).\n"))
        for line in table.split(separator: "\n") { #expect(String(line).displayWidth <= 60, "\(line)") }
    }
}
