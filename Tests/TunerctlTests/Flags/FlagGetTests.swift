import BlockingTests
import JSONCore
import TestSupport
import Testing

/// `tunerctl flag get`, the real programs.
@Suite(.blocking) struct FlagGetTests {
    /// Returns an installation whose daemon has flags of each kind, and with each kind of fault.
    private func installation() throws -> Installation {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let file = try installation.write(FlagFile.text, to: "flags.json")
        #expect(try installation.run("flag", "define", file) == Program.Result(code: 0))
        return installation
    }

    @Test func `flag get prints a bare value, or an error message and an exit code`() throws {
        try Transcript(
            """
            $ tunerctl flag get banner
            false
            $ tunerctl flag get banner --context tier=gold
            true
            $ tunerctl flag get banner --context '{"tier":"silver","n":1}' --context tier=gold
            true
            $ tunerctl flag get theme
            #fff
            $ tunerctl flag get box
            {"w":1}
            $ tunerctl flag get size --type integer
            1
            $ tunerctl flag get size --type string
            size is a number, not a string
            [1]
            $ tunerctl flag get size --type string --default 7
            7
            $ tunerctl flag get idle
            tunerctl: idle gives no value: it is disabled; use --default to give one
            [1]
            $ tunerctl flag get idle --default later
            later
            $ tunerctl flag get open
            tunerctl: open gives no value: it has no default variant; use --default to give one
            [1]
            $ tunerctl flag get wrong
            the rule of wrong returns no, which is not a variant; did you mean on?
            [1]
            $ tunerctl flag get wrong --default true
            true
            $ tunerctl flag get bannre
            there is no flag bannre; did you mean banner?
            [3]
            $ tunerctl flag get bannre --default false
            false
            $ tunerctl set free 1
            tunerctl: free is a new tunable of type number
            $ tunerctl flag get free
            free is a tunable, not a flag
            [3]

            """
        ).check(in: try installation())
    }

    @Test func `flag get --json prints the whole evaluation and keeps the exit code`() throws {
        try Transcript(
            """
            $ tunerctl flag get banner --json --explain --context tier=gold
            {"key":"banner","value":true,"variant":"on","reason":"TARGETING_MATCH","explain":{"steps":[{"at":"","operator":"if","conditions":[true],"taken":1,"saw":{"tier":"gold"}}],"values":{"":"on","/if/0":true,"/if/0/==/0":"gold"}}}
            $ tunerctl flag get wrong --json
            {"key":"wrong","reason":"ERROR","errorCode":"GENERAL","errorMessage":"the rule of wrong returns no, which is not a variant; did you mean on?"}
            [1]
            $ tunerctl flag get nobody --json
            {"key":"nobody","reason":"ERROR","errorCode":"FLAG_NOT_FOUND","errorMessage":"there is no flag nobody"}
            [3]
            $ tunerctl flag get nobody --json --default 1
            {"key":"nobody","value":1,"reason":"ERROR","errorCode":"FLAG_NOT_FOUND","errorMessage":"there is no flag nobody"}

            """
        ).check(in: try installation())
    }

    @Test func `flag get --explain prints the path through the targeting rule`() throws {
        try Transcript(
            """
            $ tunerctl flag get split --context tier=gold --context targetingKey=ada --explain
            split is a (variant a, TARGETING_MATCH)
              if takes branch 1: condition 1 gives true
                tier = "gold"
            $ tunerctl flag get split --context tier=1 --context targetingKey=user-1 --explain
            split is c (variant c, SPLIT)
              if takes the else branch: condition 1 gives false
                tier = 1
                if at /if/2 takes branch 2: condition 1 gives null, condition 2 gives true
                  region = null
                  fractional at /if/2/if/3 takes share 2 of 25:75: "splituser-1" falls on 95 of 100
            $ tunerctl flag get split --context targetingKey=3 --explain
            split is a (variant a, DEFAULT)
              if takes the else branch: condition 1 gives false
                tier = null
                if at /if/2 takes branch 2: condition 1 gives null, condition 2 gives true
                  region = null
                  fractional at /if/2/if/3 takes no share: there is nothing to hash
            $ tunerctl flag get banner --context 'tier=\u{1B}[2J' --explain
            banner is false (variant off, DEFAULT)
              if takes no branch: condition 1 gives false
                tier = "\\u001b[2J"
            $ tunerctl flag on banner
            $ tunerctl flag get banner --explain
            banner is true (variant on, STATIC, override)
            $ tunerctl kill-switch on banner
            $ tunerctl flag get banner --explain
            banner is false (variant off, DEFAULT, limited)
            $ tunerctl flag get idle --explain
            idle has no value (DISABLED)
            tunerctl: idle gives no value: it is disabled; use --default to give one
            [1]

            """
        ).check(in: try installation())
    }

    @Test func `a context value is parsed as JSON, or is a string with --string`() throws {
        try Transcript(
            """
            $ tunerctl flag get gate --context version=1.10
            false
            $ tunerctl flag get gate --context version=1.10 --string
            true
            $ tunerctl flag get gate --context version=1.10.0
            true

            """
        ).check(in: try installation())
    }

    @Test(arguments: [
        (["get"], "KEY is missing"),
        (["get", "a", "b"], "b is an unexpected argument"),
        (["get", "a", "--context", "tier"], "--context must be NAME=VALUE or a JSON object, got tier"),
        (["get", "a", "--context", "=x"], "--context must be NAME=VALUE or a JSON object, got =x"),
        (["get", "a", "--context", "[1]"], "--context must be NAME=VALUE or a JSON object, got [1]"),
        (["get", "a", "--type", "array"], "--type must be boolean, string, integer, number or object, got array"),
        (["get", "a", "--type", "number", "--default", "x"], "--default must be a number, got \"x\""),
        (["set", "a"], "VARIANT|VALUE is missing"),
        (["set"], "KEY is missing"),
        (["test", "a"], "CASES is missing"),
        (["list", "--bool"], "--bool is an option of flag create, not of flag list"),
        (
            ["on", "a", "--string"],
            "--string is an option of flag get, flag set, flag create and flag watch, not of flag on"
        ),
        (
            ["reset", "a", "--for", "3"],
            "--for is an option of flag on, flag off, flag toggle and flag set, not of flag reset"
        ),
        (["list", "a b"], "PATTERN must be a pattern, got a b"),
        (
            ["gte", "a"],
            "gte is not one of list, get, on, off, toggle, set, reset, create, define, remove, watch, test; did you mean get?"
        ),
    ])
    func `flag refuses an invalid command line`(words: [String], sentence: String) throws {
        let result = try start(["flag"] + words).wait()
        let help = words[0] == "gte" ? "flag" : "flag \(words[0])"
        #expect(result == Program.Result(code: 2, errors: "tunerctl: \(sentence); see tunerctl help \(help)\n"))
    }

    @Test func `flag get refuses a tunable's --type before the command name`() throws {
        let result = try start(["--type", "array", "flag", "get", "a"]).wait()
        let sentence =
            "--type must be boolean, string, integer, number or object, got array; see tunerctl help flag get"
        #expect(result == Program.Result(code: 2, errors: "tunerctl: \(sentence)\n"))
    }
}
