import BlockingTests
import TestSupport
import Testing

/// `tunerctl flag test`, the real program without a daemon.
@Suite(.blocking) struct FlagTestTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.write(FlagFile.text, to: "flags.json")
    }

    @Test func `flag test prints the expected and the actual result of each failing case`() throws {
        let cases = """
            {
              "context": {"tier": "gold"},
              "cases": [
                {"flag": "banner", "variant": "on"},
                {"flag": "banner", "variant": "off", "reason": "DEFAULT"},
                {"flag": "banner", "context": {"tier": "\\u001b"}, "value": true},
                {"flag": "size", "value": 1.0},
                {"flag": "size", "value": 2.5},
                {"flag": "idle", "default": 3, "value": 3, "reason": "DISABLED"},
                {"flag": "idle", "variant": "on"},
                {"flag": "wrong", "value": true},
                {"flag": "gate", "context": {"version": "1.10"}, "value": true},
                {"flag": "nobody", "value": true}
              ]
            }
            """
        _ = try installation.write(cases, to: "cases.json")
        try Transcript(
            """
            $ tunerctl flag test flags.json cases.json
            cases.json: line 5: banner in {"tier":"gold"}
              expected variant off, reason DEFAULT
              got variant on, value true, reason TARGETING_MATCH
            cases.json: line 6: banner in {"tier":"\\u001b"}
              expected value true
              got variant off, value false, reason DEFAULT
            cases.json: line 8: size in {"tier":"gold"}
              expected value 2.5
              got variant small, value 1, reason STATIC
            cases.json: line 10: idle in {"tier":"gold"}
              expected variant on
              got no value, reason DISABLED
            cases.json: line 11: wrong in {"tier":"gold"}
              expected value true
              got no value, reason ERROR: the rule of wrong returns no, which is not a variant; did you mean on?
            cases.json: line 13: nobody in {"tier":"gold"}
              expected value true
              got no value, reason ERROR: there is no flag nobody
            6 of 10 cases fail
            [1]
            $ tunerctl flag test flags.json cases.json --explain | head -n 5
            cases.json: line 5: banner in {"tier":"gold"}
              expected variant off, reason DEFAULT
              got variant on, value true, reason TARGETING_MATCH
              if takes branch 1: condition 1 gives true
                tier = "gold"
            $ head -n 5 cases.json | sed '5s/,$/]}/' | tunerctl flag test flags.json - --json
            {"cases":2,"failed":[{"line":5,"context":{"tier":"gold"},"expected":{"variant":"off","reason":"DEFAULT"},"got":{"key":"banner","value":true,"variant":"on","reason":"TARGETING_MATCH"}}]}
            [1]
            $ head -n 4 cases.json | sed '4s/,$/]}/' | tunerctl flag test flags.json -
            1 case passes
            $ echo '{"flags":{}}' | tunerctl flag test - cases.json | tail -n 1
            10 of 10 cases fail

            """
        ).check(in: installation)
    }

    @Test func `flag test evaluates rules at the timestamp of the case`() throws {
        let flags = """
            {"flags": {"late": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
              "targeting": {"if": [{">": [{"var": "$flagd.timestamp"}, 1000]}, "on"]}}}}
            """
        let cases = """
            {"cases": [{"flag": "late", "timestamp": 1000, "value": false}, {"flag": "late", "timestamp": 1001, "value": true},
              {"flag": "late", "value": true}]}
            """
        _ = try installation.write(flags, to: "late.json")
        _ = try installation.write(cases, to: "cases.json")
        try Transcript(
            """
            $ tunerctl flag test late.json cases.json
            3 cases pass

            """
        ).check(in: installation)
    }

    @Test func `flag test reports invalid files with line numbers and runs no case`() throws {
        let cases = """
            {
              "contxt": {},
              "context": 1,
              "cases": [
                {"flag": "banner"},
                {"flag": "banner", "varaint": "on"},
                {"variant": "on"},
                3,
                {"flag": "", "value": 1},
                {"flag": 1, "value": 1}
              ]
            }
            """
        _ = try installation.write(cases, to: "cases.json")
        try Transcript(
            """
            $ tunerctl flag test flags.json cases.json
            cases.json: line 2: contxt is not a member of a file of cases; did you mean context?
            cases.json: line 3: context must be an object, got a number
            cases.json: line 5: the case has no expectation; add a variant, a value or a reason
            cases.json: line 6: varaint is not a member of a case; did you mean variant?
            cases.json: line 7: flag is missing
            cases.json: line 8: a case must be an object, got a number
            cases.json: line 9: a flag's key must not be empty
            cases.json: line 10: flag must be a string, got 1
            [2]
            $ echo '{"flags":{"a":{"state":"ON"}}}' | tunerctl flag test - cases.json 2>&1 | head -n 1
            standard input: line 1, column 16: flags/a/state must be ENABLED or DISABLED, got ON
            $ echo '{"cases":[]}' | tunerctl flag test flags.json -
            standard input: line 1: cases must be an array with at least one case
            [2]
            $ echo '{"cases":[}' | tunerctl flag test flags.json -
            tunerctl: standard input is not JSON: expected a value or ] at line 1, column 11; see tunerctl help flag test
            [2]
            $ tunerctl flag test none.json cases.json
            tunerctl: open of none.json failed: No such file or directory (ENOENT)
            [2]

            """
        ).check(in: installation)
    }
}
