import BlockingTests
import JSONCore
import SyncEngine
import SyncTestSupport
import SystemCore
import TestSupport
import Testing

/// Tests that docs/fleet.md is true.
@Suite(.blocking, .enabled(if: EtcdServer.isInstalled || Demands.areStrict, "missing here: etcd"))
struct FleetPageTests {
    private static let page = try? ProjectFile.text("docs/fleet.md")

    /// Returns the blocks of a language in their order.
    private static func blocks(_ language: String) throws -> [String] {
        let page = try #require(page)
        return page.split(separator: "```\(language)\n").dropFirst().map { part in
            String(part.prefix(upTo: part.firstRange(of: "```")?.lowerBound ?? part.endIndex))
        }
    }

    @Test func `the first rollout prints what the page shows`() throws {
        let etcd = try EtcdServer()
        let home = try TemporaryDirectory()
        let (shell, json) = (try FleetPageTests.blocks("sh"), try FleetPageTests.blocks("json"))
        let files = KernelFileSystem()
        for name in ["checks", ".config/tuner"] { try files.createDirectories(home.file(name), mode: 0o755) }
        let replaced = { (text: String) in
            text.replacing("http://127.0.0.1:2379", with: etcd.endpoint)
                .replacing("/etc/tuner/checks", with: home.file("checks"))
        }
        try Origin.write(replaced(json[0]), to: home.file(".config/tuner/sync.json"))
        try Origin.write(json[1], to: home.file("platform.json"))
        let check = try #require(shell.first { $0.hasPrefix("#!/bin/sh") })
        try Origin.write(check, to: home.file("checks/scale-ok"))
        _ = try FleetPageTests.run("chmod 755 checks/scale-ok", in: home).wait()
        let daemon = try FleetPageTests.run("exec tunerd", in: home)
        _ = try daemon.output { $0.contains("listening on") }
        let sync = try FleetPageTests.run("exec \(try #require(shell.first { $0.hasPrefix("tunersync ") }))", in: home)
        for step in Tour.steps(of: try #require(FleetPageTests.page)) {
            var output = ""
            // A machine needs its time: what the page shows comes, or the test says what came instead.
            let isShown = try eventually {
                output = try FleetPageTests.run(step.command, in: home).wait().output
                return FleetPageTests.plain(output) == FleetPageTests.plain(step.output)
                    || !step.command.hasPrefix("tunerctl fleet status")
                        && !step.command.hasPrefix("tunerctl fleet machines")
            }
            #expect(
                isShown && FleetPageTests.plain(output) == FleetPageTests.plain(step.output),
                "\(step.command) printed\n\(output)"
            )
        }
        for program in [sync, daemon] {
            Kernel.send(.terminate, to: program.processID)
            #expect(try program.wait().code == 0)
        }
    }

    @Test func `the documents of the page can be used`() throws {
        let documents = try FleetPageTests.blocks("json").filter { $0.contains("\"rollout\"") }
        #expect(documents.count == 2)
        for document in documents {
            #expect(try RolloutDocument(Array(document.utf8)).rollout != nil)
        }
    }

    /// Runs a line in a directory that is also the home, both streams in one.
    private static func run(_ line: String, in home: TemporaryDirectory) throws -> Program {
        let programs = BuiltProduct.path("tunerctl").dropLast("/tunerctl".count)
        return try Program(
            script: "cd '\(home.path)'; exec 2>&1; \(line.trimmed)",
            environment: [
                "PATH": "\(programs):/usr/bin:/bin", "HOME": home.path, "XDG_RUNTIME_DIR": home.path, "NO_COLOR": "1",
                "USER": "you",
            ]
        )
    }

    /// Returns an output without what differs in each run.
    private static func plain(_ output: String) -> String {
        Tour.plain(output).replacing(/you@[^ ]+/, with: "you@host")
    }
}

extension String {
    fileprivate var trimmed: String { String(reversed().drop(while: { $0 == "\n" }).reversed()) }
}
