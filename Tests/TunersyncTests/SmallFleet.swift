import JSONCore
import SyncTestSupport
import SystemCore
import TestSupport

/// A machine of a fleet: a real daemon and a real tunersync that follow a layer in a real etcd.
final class RolloutMachine {
    static let key = "/tuner/layers/platform"
    let name: String
    let synced: SyncedDaemon
    private let etcd: EtcdServer
    private let checks: String

    /// The configuration of tunersync.
    var configuration: String {
        let place = #""etcd": {"endpoints": ["\#(etcd.endpoint)"]"#
        return #"""
            {"labels": {"name": "\#(name)"},
             "sources": [{"layer": "platform", \#(place), "key": "\#(RolloutMachine.key)"}, "interval": 1}],
             "activate": ["platform"],
             "fleet": {\#(place), "prefix": "/tuner/fleet/"}, "machine": "\#(name)", "checks": "\#(checks)"}}
            """#
    }

    init(_ name: String, _ etcd: EtcdServer, checks: String) throws {
        (self.name, self.etcd, self.checks) = (name, etcd, checks)
        synced = try SyncedDaemon()
        try synced.startDaemon()
        try synced.startSync(configuration)
    }

    /// Restarts tunersync after it was killed.
    func restartSync() throws { try synced.startSync(configuration) }

    /// Runs a command for the fleet with the configuration of this machine.
    func fleet(_ words: [String]) throws -> Program.Result {
        try Program(BuiltProduct.path("tunerctl"), ["fleet"] + words + ["--config", synced.configuration]).wait()
    }

    /// Runs a command for the fleet that must succeed; returns its output.
    func output(_ words: String...) throws -> String {
        let result = try fleet(words)
        guard result.code == 0 else { throw ProgramFault.hasEnded(result) }
        return result.output
    }

    /// Returns the status of the rollout.
    func status() throws -> JSON { try JSON.parse(try output("status", "--json")) }

    /// Returns the number of machines with a report of a state.
    func count(_ state: String) throws -> Int64 {
        guard case .array(let stages)? = try status()["stages"] else { return 0 }
        return stages.reduce(0) { sum, stage in
            if case .integer(let count)? = stage[state] { sum + count } else { sum }
        }
    }
}

/// A fleet of a few machines, with a directory for its checks and its documents.
final class SmallFleet {
    let etcd: EtcdServer
    let directory: TemporaryDirectory
    private(set) var machines: [RolloutMachine] = []

    var first: RolloutMachine { machines[0] }

    /// Starts machines that have the version 1 of the layer.
    init(_ count: Int) throws {
        etcd = try EtcdServer()
        directory = try TemporaryDirectory()
        try KernelFileSystem().createDirectories(directory.file("checks"), mode: 0o755)
        // The check reads the value of the machine on which it runs.
        try check(
            """
            value=$('\(BuiltProduct.path("tunerctl"))' get ui.scale) || exit 3
            test "$value" -lt 10 || { echo "ui.scale is $value"; exit 1; }
            """
        )
        try etcd.put(RolloutMachine.key, #"{"values": {"ui.scale": 1}, "version": "1"}"#)
        for number in 1...count {
            machines.append(try RolloutMachine("host-\(number)", etcd, checks: directory.file("checks")))
        }
        for machine in machines { _ = try machine.synced.waitFor("ui.scale", 1) }
        _ = try eventually { try self.first.output("machines").split(separator: "\n").count == count }
    }

    /// Replaces the program that checks.
    func check(_ script: String) throws {
        let path = directory.file("checks/scale-ok")
        try Origin.write("#!/bin/sh\n\(script)\n", to: "\(path).new")
        _ = try Program("/bin/chmod", ["755", "\(path).new"]).wait()
        try KernelFileSystem().rename("\(path).new", to: path)
    }

    /// Writes a document with a rollout, and returns its path.
    func document(_ scale: Int, version: String, _ rollout: String) throws -> String {
        let path = directory.file("platform.json")
        let text = #"{"values": {"ui.scale": \#(scale)}, "version": "\#(version)", "rollout": {\#(rollout)}}"#
        try Origin.write(text, to: path)
        return path
    }

    /// The values of the machines.
    func values() throws -> [JSON?] { try machines.map { try $0.synced.value("ui.scale") } }
}
