import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of a file with so many flags that a thread loads it.
@Suite(.blocking) struct LargeFlagsFileTests {
    private static let count = 3_000
    private let directory: TemporaryDirectory
    private var path: String { directory.file("flags.json") }

    init() throws { directory = try TemporaryDirectory() }

    /// Saves a file in which every flag has the value `number`, and the variant `other` has 0.
    private func save(_ number: Int) throws {
        let flags = (0..<Self.count).map { flag in
            let rule = #"{"if": [{"==": [{"var": "country"}, "CH"]}, "other"]}"#
            let targeting = flag % 4 == 0 ? "" : #", "targeting": \#(rule)"#
            return #""f\#(flag)": {"state": "ENABLED", "variants": {"a": \#(number), "other": 0}, "#
                + #""defaultVariant": "a"\#(targeting)}"#
        }
        let file = try KernelFileSystem().open(directory.file("new"), [.write, .create, .truncate])
        try file.writeFully(Array("{\"flags\": {\(flags.joined(separator: ",\n"))}}".utf8).span, at: 0)
        try KernelFileSystem().rename(directory.file("new"), to: path)
    }

    private func start(_ options: String = "") throws -> DaemonProcess {
        try DaemonProcess("--flags '\(path)' \(options)", in: directory)
    }

    /// Returns the values of the flags of the file without a context, by key.
    private func values(_ client: Client) throws -> [String: JSON] {
        let flags = try client.call("flags.evaluateAll")["flags"]?.elements ?? []
        let pairs = flags.compactMap { flag in flag["key"]?.string.map { ($0, flag["value"] ?? .null) } }
        return Dictionary(uniqueKeysWithValues: pairs.filter { $0.0.hasPrefix("f") })
    }

    /// Waits until every flag has a value, and checks that no response has flags of two versions of the file.
    private func awaitAll(_ number: Int64, _ client: Client, location: SourceLocation = #_sourceLocation) throws {
        let deadline = Kernel.monotonicTime() + .seconds(60)
        while Kernel.monotonicTime() < deadline {
            let values = Set(try values(client).values.compactMap(\.integer))
            #expect(values.count == 1, sourceLocation: location)
            if values == [number] { return }
        }
        Issue.record("the flags did not become \(number)", sourceLocation: location)
    }

    /// Receives changes until there are `count`; returns the values by key.
    private func changes(_ count: Int, _ client: Client) throws -> [String: JSON] {
        var values: [String: JSON] = [:]
        while values.count < count {
            for change in try client.nextChanges() {
                let key = try #require(change["key"]?.string)
                #expect(values.updateValue(change["value"] ?? .null, forKey: key) == nil, "\(key) twice")
            }
        }
        #expect(try client.nextNotification(within: .zero) == nil)
        return values
    }

    @Test(arguments: ["sync", "relaxed"])
    func `all flags of a changed file change at once, and each subscriber receives each change once`(
        durability: String
    ) throws {
        try save(1)
        let daemon = try start("--durability \(durability)")
        let client = try daemon.client()
        let (all, few, member) = (try daemon.client(), try daemon.client(), try daemon.client())
        try all.call("flags.subscribe")
        try few.call("flags.subscribe", ["keys": ["f7", "f2000", "absent"]])
        try member.call("worlds.create", ["world": "w-0123456789abcdef"])
        try member.call("flags.set", ["key": "f8", "value": 5])
        try member.call("flags.subscribe")
        try save(2)
        try awaitAll(2, client)
        #expect(try changes(Self.count, all).values.allSatisfy { $0 == 2 })
        #expect(try changes(2, few) == ["f7": 2, "f2000": 2])
        let received = try changes(Self.count - 1, member)
        #expect(received["f8"] == nil)
        #expect(received.values.allSatisfy { $0 == 2 })
        #expect(try member.evaluate("f8")["value"] == 5)
        try save(3)
        try awaitAll(3, client)
        #expect(try changes(Self.count, all).values.allSatisfy { $0 == 3 })
    }

    @Test func `what clients write during a load stays`() throws {
        try save(0)
        let daemon = try start()
        let client = try daemon.client()
        var generator = SeededGenerator(seed: 5)
        for number in 1...6 {
            try save(number)
            try daemon.program.send(SIGHUP)
            var expected: [String: JSON] = [:]
            for step in 0..<40 {
                let key = "f\(Int.random(in: 0..<20, using: &generator))"
                let value = JSON.integer(Int64(100 + step))
                try client.call("flags.set", ["key": .string(key), "value": value])
                expected[key] = value
                // The flags must then be prepared again.
                let isOn = step % 10 == 5
                if step % 5 == 0 { try client.call("flags.killSwitch", ["on": .boolean(isOn), "match": "f3"]) }
            }
            try client.call("flags.killSwitch", ["on": false, "match": "f3"])
            let deadline = Kernel.monotonicTime() + .seconds(60)
            while try client.evaluate("f2500")["value"] != .integer(Int64(number)), Kernel.monotonicTime() < deadline {}
            let values = try values(client)
            for flag in 0..<Self.count {
                #expect(values["f\(flag)"] == expected["f\(flag)"] ?? .integer(Int64(number)))
            }
            for key in expected.keys { try client.call("flags.reset", ["key": .string(key)]) }
        }
    }

    @Test func `a definition that the file changes below a local one is used when the local one is removed`() throws {
        try save(1)
        let daemon = try start()
        let client = try daemon.client()
        try client.define(#"{"f1": {"state": "ENABLED", "variants": {"a": 9}, "defaultVariant": "a"}}"#)
        try save(2)
        let deadline = Kernel.monotonicTime() + .seconds(60)
        while try client.evaluate("f2")["value"] != 2, Kernel.monotonicTime() < deadline {}
        #expect(try client.evaluate("f1")["value"] == 9)
        try client.call("flags.remove", ["key": "f1"])
        #expect(try client.evaluate("f1")["value"] == 2)
    }

    @Test func `the daemon ends in an orderly way during a load`() throws {
        try save(1)
        let daemon = try start()
        let client = try daemon.client()
        try save(2)
        try daemon.program.send(SIGHUP)
        #expect(try client.call("server.info")["flagsFile"]["ok"] == true)
        try daemon.stop()
    }
}
