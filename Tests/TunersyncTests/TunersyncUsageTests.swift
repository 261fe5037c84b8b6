import BlockingTests
import SyncTestSupport
import SystemCore
import TestSupport
import Testing

@Suite(.blocking) struct TunersyncUsageTests {
    private static func run(_ arguments: String...) throws -> Program.Result {
        try Program(BuiltProduct.path("tunersync"), arguments).wait()
    }

    @Test func `check prints each fault`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("c.json")
        try Origin.write(
            #"{"sources":[{"layer":"a","url":"http://h/","headers":{"Authorization":"x"}}],"activate":["nosuch"]}"#,
            to: path
        )
        let result = try TunersyncUsageTests.run("check", path)
        #expect(result.code == 1)
        #expect(
            result.errors == """
                \(path):1:71: sources/0/headers/Authorization: a credential must not be in the configuration; \
                use {"file": PATH} or {"environment": NAME}
                \(path):1:90: activate/0: no source has the layer nosuch

                """
        )
        try Origin.write(#"{"sources":[{"layer":"a","url":"http://h/"}]}"#, to: path)
        #expect(try TunersyncUsageTests.run("check", path) == Program.Result(code: 0))
    }

    @Test func `check reads the files that the configuration names`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("c.json")
        let names = ["secret", "schema", "certificates"].map { directory.file($0) }
        try Origin.write(
            """
            {"sources": [{
               "layer": "a", "url": "https://h/",
               "headers": {"X": {"file": "\(names[0])"}, "Y": {"environment": "NO_SUCH_VARIABLE"}},
               "schema": "\(names[1])",
               "certificates": "\(names[2])"
             }]}
            """,
            to: path
        )
        let missing = try TunersyncUsageTests.run("check", path)
        #expect(missing.code == 1)
        #expect(
            missing.errors == """
                \(path):3:30: sources/0/headers/X/file: the file \(names[0]) for the field X cannot be read: \
                No such file or directory
                \(path):4:14: sources/0/schema: the file \(names[1]) cannot be read: No such file or directory
                \(path):5:20: sources/0/certificates: the file \(names[2]) cannot be read: No such file or directory

                """
        )
        #expect(try TunersyncUsageTests.run("check", "--syntax-only", path) == Program.Result(code: 0))
        for name in names { try Origin.write("s3cret\nx", to: name) }
        let wrong = try TunersyncUsageTests.run("check", path)
        #expect(wrong.code == 1)
        #expect(wrong.errors.split(separator: "\n").count == 3)
        #expect(!wrong.errors.contains("s3cret"))
        try Origin.write("s3cret\n", to: names[0])
        try Origin.write("{}", to: names[1])
        try Origin.write("-----BEGIN CERTIFICATE-----\n", to: names[2])
        #expect(try TunersyncUsageTests.run("check", path) == Program.Result(code: 0))
    }

    @Test func `check reads the file with the password for etcd`() throws {
        let directory = try TemporaryDirectory()
        let (path, password) = (directory.file("c.json"), directory.file("password"))
        let etcd =
            #"{"endpoints":["http://h:1"],"key":"/k","user":"u","password":{"file":"\#(password)"}}"#
        try Origin.write(#"{"sources":[{"layer":"a","etcd":\#(etcd)}]}"#, to: path)
        let missing = try TunersyncUsageTests.run("check", path)
        #expect(missing.code == 1)
        #expect(missing.errors.contains("sources/0/etcd/password/file: the file \(password)"))
        try Origin.write("s3cret\n", to: password)
        #expect(try TunersyncUsageTests.run("check", path) == Program.Result(code: 0))
    }

    @Test func `check reads the files of the fleet, and who may write to the directory of checks`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("c.json")
        let (password, checks) = (directory.file("password"), directory.file("checks"))
        let etcd = #"{"endpoints":["http://h:1"],"prefix":"/f/","user":"u","password":{"file":"\#(password)"}}"#
        let source = #"{"layer":"a","url":"http://h/"}"#
        try Origin.write(
            "{\"sources\":[\(source)],\n\"fleet\":{\"etcd\":\(etcd),\n\"checks\":\"\(checks)\",\"machine\":\"m\"}}",
            to: path
        )
        let missing = try TunersyncUsageTests.run("check", path)
        #expect(missing.code == 1)
        #expect(missing.errors.contains("fleet/etcd/password/file: the file \(password) for the field password"))
        let words = "\(path):3:10: fleet/checks: "
        let reason = "the directory \(checks) with the checks cannot be read: No such file or directory"
        #expect(missing.errors.hasSuffix("\(words)\(reason)\n"))
        try Origin.write("s3cret\n", to: password)
        try Origin.write("", to: checks)
        let file = try TunersyncUsageTests.run("check", path)
        #expect(file.errors == "\(words)\(checks) is a file, not the directory with the checks\n")
        _ = try Program(script: "rm '\(checks)' && mkdir '\(checks)' && chmod 775 '\(checks)'").wait()
        let open = try TunersyncUsageTests.run("check", path)
        let advice = "; use: chmod go-w \(checks)\n"
        #expect(
            open.errors
                == "\(words)group or others may write to the directory \(checks) with the checks\(advice)"
        )
        _ = try Program(script: "chmod 755 '\(checks)'").wait()
        #expect(try TunersyncUsageTests.run("check", path) == Program.Result(code: 0))
    }

    @Test(
        arguments: [
            (["fleet", "put"], "tunersync: the file is missing: tunersync fleet put FILE; see tunersync --help\n"),
            (
                ["fleet", "stauts"],
                "tunersync: fleet has no command stauts; did you mean status?; see tunersync --help\n"
            ),
            (
                ["fleet", "approve", "two"],
                "tunersync: the stage must be a number from 1, got two; see tunersync --help\n"
            ),
            (["fleet", "pause", "--watch"], "tunersync: --watch belongs to fleet status; see tunersync --help\n"),
            (
                ["fleet", "put", "a.json", "--json"],
                "tunersync: --json belongs to fleet status, history or machines; see tunersync --help\n"
            ),
            (["fleet", "pause", "now"], "tunersync: now is an unexpected argument; see tunersync --help\n"),
            ([], "tunersync: the configuration is missing: tunersync --config FILE; see tunersync --help\n"),
            (["check"], "tunersync: the file is missing: tunersync check FILE; see tunersync --help\n"),
            (
                ["--syntax-only"],
                "tunersync: --syntax-only belongs to check: tunersync check --syntax-only FILE; see tunersync --help\n"
            ),
            (
                ["now", "--json"],
                "tunersync: --json belongs to status: tunersync status --json; see tunersync --help\n"
            ),
            (["reset"], "tunersync: the layer is missing: tunersync reset LAYER; see tunersync --help\n"),
            (
                ["status", "--relay", "9000"],
                "tunersync: --relay belongs to --config: tunersync --config FILE --relay PORT; see tunersync --help\n"
            ),
            (["chekc"], "tunersync: chekc is an unexpected argument; see tunersync --help\n"),
            (["--conf", "x"], "tunersync: there is no option --conf; did you mean --config?; see tunersync --help\n"),
            (["--config", "/nosuch"], "/nosuch cannot be read: No such file or directory (ENOENT)\n"),
        ]
    ) func `a wrong command line is refused`(_ arguments: [String], _ errors: String) throws {
        let result = try Program(BuiltProduct.path("tunersync"), arguments).wait()
        #expect(result.code == 2)
        #expect(result.errors == errors)
    }

    @Test func `help and manual name each option`() throws {
        let help = try TunersyncUsageTests.run("--help")
        let manual = try TunersyncUsageTests.run("--man")
        #expect(help.code == 0)
        #expect(manual.code == 0)
        for option in ["config", "relay", "socket", "state", "help", "man", "version"] {
            #expect(help.output.contains("--\(option)"))
            #expect(manual.output.contains("\\-\\-\(option)") || manual.output.contains("--\(option)"))
        }
    }

    @Test func `each configuration in the documentation has no fault`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("c.json")
        let text = try ProjectFile.text("docs/sync.md")
        let blocks = text.split(separator: "```json\n").dropFirst().map { String($0.split(separator: "```")[0]) }
        let configurations = blocks.filter { $0.contains("\"sources\"") }
        #expect(configurations.count == 10)
        for configuration in configurations {
            try Origin.write(configuration, to: path)
            #expect(try TunersyncUsageTests.run("check", "--syntax-only", path) == Program.Result(code: 0))
        }
    }
}
