import BlockingTests
import TestSupport
import Testing

/// Tests of the streams on which `tunerctl` prints: a script reads only one of them.
@Suite(.blocking) struct StreamTests {
    @Test func `values go to standard output and messages to standard error`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        #expect(
            try installation.run("set", "a", "1")
                == Program.Result(code: 0, errors: "tunerctl: a is a new tunable of type number\n")
        )
        #expect(try installation.run("set", "a", "2") == Program.Result(code: 0))
        #expect(try installation.run("get", "a") == Program.Result(code: 0, output: "2\n"))
        #expect(
            try installation.run("get", "b") == Program.Result(code: 3, errors: "there is no key b; did you mean a?\n")
        )
        #expect(try installation.run("toggle", "a").code == 1)
        #expect(try installation.run("undo") == Program.Result(code: 0, output: "a: 2 -> 1 (local)\n"))
        #expect(try installation.run("step", "a") == Program.Result(code: 0, output: "2\n"))
    }

    @Test func `with --json, an error is the daemon's error object`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let error =
            #"{"code":-32001,"message":"there is no key ui.x","data":{"kind":"unknownKey","key":"ui.x"}}"# + "\n"
        #expect(try installation.run("get", "ui.x", "--json") == Program.Result(code: 3, errors: error))
    }

    @Test(arguments: Command.values)
    func `without a daemon, every value command prints how to start one`(words: [String]) throws {
        let installation = try Installation(.daemon, .nowhere)
        let result = try Program(
            BuiltProduct.path("tunerctl"),
            words,
            environment: ["TUNER_SOCKET": installation.socket]
        ).wait()
        let sentence = "tunerctl: no daemon responds at \(installation.socket); start one with: tunerctl start\n"
        #expect(result == Program.Result(code: 4, errors: sentence))
    }
}

private enum Command {
    /// Every command that reads or changes values of the daemon.
    static let values: [[String]] = [
        ["get", "a"], ["set", "a", "1"], ["update", "a=1"], ["list"], ["describe", "a"], ["reset", "a"],
        ["reset", "--all"], ["toggle", "a"], ["step", "a"], ["forget", "a"], ["last"], ["history"], ["undo"], ["redo"],
        ["declare", "a", "--type", "integer"], ["export"], ["schema"], ["layers"],
        ["layers", "activate", "a"], ["worlds"], ["worlds", "create"], ["preset"], ["preset", "load", "a"],
        ["with", "a=1", "--", "true"],
    ]
}
