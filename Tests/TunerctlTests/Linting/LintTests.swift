import BlockingTests
import SystemCore
import TestSupport
import Testing

@testable import TunerCommands

/// `tunerctl lint`, the real program, without a daemon.
@Suite(.blocking) struct LintTests {
    /// Runs command lines in a directory with files to lint, and compares the output.
    private func check(_ files: [String: String], _ transcript: String) throws {
        let installation = try Installation(.script, .nowhere)
        for (name, text) in files { _ = try installation.write(text, to: name) }
        try Transcript(transcript).check(in: installation)
    }

    @Test func `lint refuses a schema whose exclusive bound allows no number`() throws {
        try check(
            [
                "schema.json": #"""
                {"type":"object","properties":{"a":{"type":"number","exclusiveMinimum":1.7976931348623157e308},
                 "b":{"type":"array","items":{"type":"number","exclusiveMaximum":-1.79769313486231e308}}}}
                """#, "values.json": #"{"a":1}"#,
            ],
            """
            $ tunerctl lint values.json --schema schema.json
            schema.json: properties/a/exclusiveMinimum: allows no value
            schema.json: properties/b/items/exclusiveMaximum: allows no value
            [2]

            """
        )
    }

    @Test func `lint prints faults sorted by path, each with its position`() throws {
        try check(
            [
                "schema.json": #"""
                {"type":"object","properties":{"limit":{"type":"integer","maximum":9},"name":{"type":"string","minLength":1},
                 "list":{"type":"array","items":{"type":"string"},"maxItems":3}},
                 "required":["name","on"],"additionalProperties":false}
                """#,
                "bad.json": """
                {
                  "name": "",
                  "limit": 10,
                  "list": ["a", 3],
                  "é": 1, "extra": 2
                }
                """, "good.json": #"{"name":"x","limit":9,"on":true,"$schema":"schema.json"}"#,
                "specs.json":
                    #"{"limit":{"type":"integer","maximum":9},"mode":{"type":"string","enum":["day","night"]}}"#,
                "values.json": #"{"limit":10,"mode":"nigt","free":null}"#,
                "wrong.json": #"{"properties":{"a":{"typ":"string"}}}"#,
            ],
            """
            $ tunerctl lint good.json --schema schema.json
            good.json:1:28: on: is not declared
            [1]
            $ tunerctl lint bad.json --schema schema.json
            bad.json:5:20: extra: is not declared
            bad.json:3:12: limit: must be at most 9, got 10
            bad.json:4:17: list/1: must be a string, got a number
            bad.json:2:11: name: must have at least 1 character, got 0
            bad.json:1:1: on: is missing
            bad.json:5:8: é: a key may have only letters, digits, _, - and ., got "é" in é
            bad.json:5:8: é: is not declared
            [1]
            $ tunerctl lint values.json --schema specs.json
            values.json:1:34: free: cannot be null; to remove a value, reset the key
            values.json:1:10: limit: must be at most 9, got 10
            values.json:1:20: mode: must be one of "day", "night", got "nigt"; did you mean night?
            [1]
            $ tunerctl lint specs.json
            $ tunerctl lint good.json --schema wrong.json
            wrong.json: properties/a: has no type; use one of boolean, integer, number, string, array, object
            wrong.json: properties/a/typ: is not a keyword of specs; did you mean type?
            [2]
            $ tunerctl lint values.json --schema specs.json --json 2>&1 | head -c 60; echo
            [{"path":"free","message":"cannot be null; to remove a value

            """
        )
    }

    @Test func `lint prints the position of invalid JSON and fails for a missing file`() throws {
        try check(
            ["broken.json": "{\"a\": 1,\n  \"b\": tru\n}", "twice.json": #"{"a":1,"b":{},"a":2}"#, "list.json": "[1]"],
            """
            $ tunerctl lint broken.json
            broken.json:2:8: is not JSON: expected a value
            [2]
            $ tunerctl lint twice.json
            twice.json:1:15: a: is repeated
            [2]
            $ tunerctl lint list.json
            list.json:1:1: must be an object, got an array
            [2]
            $ tunerctl lint absent.json
            tunerctl: open of absent.json failed: No such file or directory (ENOENT)
            [2]
            $ echo '{"n":null}' | tunerctl lint -
            standard input:1:6: n: cannot be null; to remove a value, reset the key
            [1]
            $ echo '{}' | tunerctl lint - --write
            tunerctl: --write needs the name of a file; see tunerctl help lint
            [2]

            """
        )
    }

    @Test func `lint recognizes flag, layer, export and declaration files by their content`() throws {
        try check(
            [
                "flags.json":
                    #"{"flags":{"x":{"state":"ENABLED","variants":{"on":true,"off":1},"defaultVariant":"of"}}}"#,
                "layer.json":
                    #"{"name":"l","values":{"a":9},"schema":{"properties":{"a":{"type":"integer","maximum":5}}}}"#,
                "export.json": #"{"values":{"a":9},"specs":{"a":{"type":"integer","maximum":5}},"revision":3}"#,
                "declarations.json": #"{"a":{"type":"number","minimum":3,"maximun":1}}"#,
            ],
            """
            $ tunerctl lint flags.json
            flags.json:1:62: flags/x/variants/off: must be a boolean like the first variant, got a number
            [1]
            $ tunerctl lint layer.json
            layer.json:1:27: values/a: must be at most 5, got 9
            [1]
            $ tunerctl lint export.json
            export.json:1:16: values/a: must be at most 5, got 9
            [1]
            $ tunerctl lint declarations.json
            declarations.json:1:45: a/maximun: is not a keyword of specs; did you mean maximum?
            [1]

            """
        )
    }

    @Test func `lint --schema checks the flags of the file, too, unless the schema declares the key flags`() throws {
        let flags = #"{"x":{"state":"ENABLED","variants":{"on":true,"off":1},"defaultVariant":"on"}}"#
        try check(
            [
                "schema.json": #"{"type":"object","properties":{"a":{"type":"integer","maximum":5}}}"#,
                "specs.json": #"{"flags":{"type":"object"}}"#,
                "layer.json": #"{"values":{"a":9},"flags":\#(flags)}"#, "flags.json": #"{"flags":\#(flags)}"#,
            ],
            """
            $ tunerctl lint layer.json --schema schema.json
            layer.json:1:79: flags/x/variants/off: must be a boolean like the first variant, got a number
            layer.json:1:16: values/a: must be at most 5, got 9
            [1]
            $ tunerctl lint flags.json --schema schema.json
            flags.json:1:62: flags/x/variants/off: must be a boolean like the first variant, got a number
            [1]
            $ tunerctl lint flags.json --schema specs.json

            """
        )
    }

    @Test func `lint --bump sets the version and writes only a valid file`() throws {
        try check(
            ["plan.json": "{\n  \"meta_config_version\": \"1\",\n  \"a\":  1.0\n}\n", "none.json": #"{"a":1}"#],
            #"""
            $ tunerctl lint plan.json --bump | sed 's/[0-9-]*T[0-9:]*Z/TIME/'
            {
              "meta_config_version": "TIME",
              "a":  1.0
            }
            $ tunerctl lint plan.json --bump --write --max-gzip 20 2>&1 | sed 's/has [0-9]*/has N/'; grep version plan.json
            plan.json: has N bytes compressed, more than 20
              "meta_config_version": "1",
            $ tunerctl lint plan.json --bump --write --max-gzip 100 --max-bytes 40; grep -c '"1"' plan.json
            plan.json: has 54 bytes without white space, more than 40
            1
            $ chmod 640 plan.json; ln -s plan.json link.json; tunerctl lint link.json --bump --write --max-gzip 100 --max-bytes 60
            $ sed 's/[0-9-]*T[0-9:]*Z/TIME/' plan.json; stat -c %a plan.json; readlink link.json; ls
            {
              "meta_config_version": "TIME",
              "a":  1.0
            }
            640
            plan.json
            bin
            link.json
            none.json
            plan.json
            run
            search
            $ tunerctl lint none.json --bump
            none.json: there is no member version, and no single member whose name ends in version
            [1]

            """#
        )
    }

    @Test func `lint reads a named pipe, refuses a directory and requires a string version`() throws {
        try check(
            ["version.json": "{\n  \"version\": {\"major\": 1}\n}"],
            """
            $ mkfifo pipe; echo '{"a": 1}' >pipe & tunerctl lint pipe
            $ printf '\\357\\273\\277{}' | tunerctl lint -
            standard input:1:1: begins with a byte order mark; save it without one
            [2]
            $ echo '{"a": 1}' >same; ln same other; tunerctl lint same --write; [ same -ef other ]
            $ mkdir directory; tunerctl lint directory
            tunerctl: read of directory failed: Is a directory (EISDIR)
            [2]
            $ tunerctl lint /dev/zero
            tunerctl: /dev/zero is longer than 67108864 bytes, the most that tunerctl reads; split it; see tunerctl help lint
            [2]
            $ tunerctl lint version.json --bump --write
            version.json:2:14: version: must be a string for --bump, got an object
            [1]

            """
        )
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/strace") || Demands.areStrict, "missing here: strace"))
    func `lint checks and writes a file again when another program saved it during the write`() throws {
        let installation = try Installation(.script, .nowhere)
        let path = try installation.write(#"{"version": "1", "a": 1}"#, to: "plan.json")
        // The program stops when the new text is written but has not replaced the old file yet.
        let lint = try installation.start(
            injecting: ["fsync:signal=STOP"],
            into: ["lint", path, "--bump", "--write"]
        )
        #expect(
            try eventually { try Kernel.names(in: installation.file("")).contains { $0.hasSuffix(".new") } }
        )
        try Kernel.rename(try installation.write(#"{"version": "1", "a": 2}"#, to: "saved"), to: path)
        #expect(try lint.continueUntilEnd() == Program.Result(code: 0))
        try Transcript(
            """
            $ sed 's/[0-9-]*T[0-9:]*Z/TIME/' plan.json; echo; ls -A
            {"version": "TIME", "a": 2}
            bin
            plan.json
            run
            search

            """
        ).check(in: installation)
    }
}
