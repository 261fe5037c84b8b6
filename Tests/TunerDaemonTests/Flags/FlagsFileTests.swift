import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of the flags file and of all ways to save it.
@Suite(.blocking) struct FlagsFileTests {
    private let directory: TemporaryDirectory
    private let files = KernelFileSystem()
    private var path: String { directory.file("flags.json") }

    init() throws { directory = try TemporaryDirectory() }

    private static func document(_ number: Int) -> String {
        #"{"flags": {"n": {"state": "ENABLED", "variants": {"a": \#(number)}, "defaultVariant": "a"}}}"#
    }

    private func write(_ text: String, to name: String = "flags.json") throws {
        let file = try files.open(directory.file(name), [.write, .create, .truncate])
        try file.writeFully(Array(text.utf8).span, at: 0)
    }

    private func start() throws -> DaemonProcess { try DaemonProcess("--flags '\(path)'", in: directory) }

    /// Waits until the subscriber receives a value.
    private func expect(_ value: JSON?, _ client: Client, location: SourceLocation = #_sourceLocation) throws {
        #expect(try client.nextChanges().map { $0["value"] } == [value], sourceLocation: location)
    }

    /// Waits until `server.info` shows an error of the file, or none if `part` is nil.
    private func expectError(_ part: String?, _ client: Client, location: SourceLocation = #_sourceLocation) throws {
        func error() throws -> String? { try client.call("server.info")["flagsFile"]["error"]?.string }
        let deadline = Kernel.monotonicTime() + .seconds(60)
        while Kernel.monotonicTime() < deadline {
            if let part, try error()?.contains(part) == true { break }
            if part == nil, try error() == nil { break }
        }
        let found = try error()
        #expect(part.map { found?.contains($0) == true } ?? (found == nil), sourceLocation: location)
        #expect(try client.call("flags.list")["flagsFile"]["ok"] == .boolean(part == nil), sourceLocation: location)
    }

    @Test func `the flags file is read at the start and after each way to save it`() throws {
        try write(Self.document(1))
        let daemon = try start()
        let client = try daemon.client()
        let response = try client.call("flags.subscribe", ["keys": ["n"]])
        #expect(response["flags"]?.elements.first?["value"] == 1)
        #expect(try client.call("flags.get", ["key": "n"])["origin"] == "file")
        try write(Self.document(2))
        try expect(2, client)
        // Replace the file with another one.
        try write(Self.document(3), to: "new")
        try files.rename(directory.file("new"), to: path)
        try expect(3, client)
        try files.removeFile(path)
        try expectError("No such file", client)
        #expect(try client.evaluate("n")["value"] == 3)
        try write(Self.document(4))
        try expect(4, client)
        try expectError(nil, client)
        // Write the same text after the file was missing.
        try files.removeFile(path)
        try expectError("No such file", client)
        try write(Self.document(4))
        try expectError(nil, client)
        #expect(try client.nextNotification(within: .zero) == nil)
    }

    @Test func `the daemon follows a link to the flags file and detects a replaced link`() throws {
        try Kernel.createDirectory(directory.file("one"), mode: 0o700)
        try Kernel.createDirectory(directory.file("two"), mode: 0o700)
        try write(Self.document(1), to: "one/f")
        try write(Self.document(2), to: "two/f")
        #expect(symbolicLink(directory.file("data"), to: "one"))
        #expect(symbolicLink(path, to: "data/f"))
        let daemon = try start()
        let client = try daemon.client()
        try client.call("flags.subscribe", ["keys": ["n"]])
        #expect(symbolicLink(directory.file("next"), to: "two"))
        try files.rename(directory.file("next"), to: directory.file("data"))
        try expect(2, client)
        try write(Self.document(3), to: "two/f")
        try expect(3, client)
    }

    @Test func `a fault keeps the last valid flags and is reported with its line`() throws {
        try write(Self.document(1))
        let daemon = try start()
        let client = try daemon.client()
        try client.call("flags.subscribe", ["keys": ["n"]])
        let watcher = try daemon.client()
        try watcher.call("server.subscribe")
        try write("{\n \"flags\": 1}")
        #expect(try watcher.nextNotification(within: .seconds(60))?.params["flagsFile"]["ok"] == false)
        try expectError("line 2, column 2: flags must be an object, got a number", client)
        #expect(try client.evaluate("n")["value"] == 1)
        try write("{\n")
        try expectError("line 2", client)
        try write(Self.document(2))
        try expect(2, client)
        try daemon.stop()
        let log = try daemon.program.wait().errors
        #expect(log.contains("are unchanged: line 2, column 2: flags must be an object"))
    }

    /// Returns the next status of the file that a subscriber receives; the new version of the flags is a separate message.
    private func nextStatus(_ watcher: Client) throws -> JSON {
        while true {
            let notification = try #require(try watcher.nextNotification(within: .seconds(60)))
            if let status = notification.params["flagsFile"] { return status }
        }
    }

    /// Returns a document with the flags `n` and `m`, whose default variant is `variant`.
    private static func document(_ number: Int, variant: String) -> String {
        let n = #""n": {"state": "ENABLED", "variants": {"a": \#(number)}, "defaultVariant": "a"}"#
        let m = #""m": {"state": "ENABLED", "variants": {"a": \#(number)}, "defaultVariant": "\#(variant)"}"#
        return "{\"flags\": {\n\(n),\n\(m)}}"
    }

    @Test func `a faulty flag of the file keeps its last valid definition, and the others change`() throws {
        try write(Self.document(1, variant: "a"))
        let daemon = try start()
        let client = try daemon.client()
        try client.call("flags.subscribe", ["keys": ["n"]])
        let watcher = try daemon.client()
        try watcher.call("server.subscribe")
        try write(Self.document(2, variant: "b"))
        try expect(2, client)
        let fault = "line 3, column 49: flags/m/defaultVariant names b, which is not a variant; did you mean a?"
        let status = try nextStatus(watcher)
        #expect(status["ok"] == false)
        #expect(status["faulty"] == 1)
        #expect(status["faults"]?.elements.map { $0["key"] } == ["m"])
        #expect(status["faults"]?.elements.map { $0["message"] } == [.string(fault)])
        #expect(try client.call("flags.list")["flagsFile"] == status)
        #expect(try client.evaluate("m")["value"] == 1)
        try write(Self.document(3, variant: "a"))
        try expect(3, client)
        #expect(try nextStatus(watcher)["ok"] == true)
        #expect(try client.call("server.info")["flagsFile"]["faults"] == nil)
        #expect(try client.evaluate("m")["value"] == 3)
        try daemon.stop()
        let log = try daemon.program.wait().errors
        #expect(log.contains("the flag m in \(path) keeps its last valid definition: \(fault)"))
    }

    @Test func `a flag that is faulty at the start is absent until the file is corrected`() throws {
        try write(Self.document(1, variant: "b"))
        let daemon = try start()
        let client = try daemon.client()
        #expect(try client.call("server.info")["flagsFile"]["faulty"] == 1)
        #expect(try client.evaluate("n")["value"] == 1)
        #expect(try client.evaluate("m")["errorCode"] == "FLAG_NOT_FOUND")
        try client.call("flags.subscribe", ["keys": ["m"]])
        try write(Self.document(2, variant: "a"))
        try expect(2, client)
        try expectError(nil, client)
        try daemon.stop()
        #expect(try daemon.program.wait().errors.contains("the flag m in \(path) is left out: line 3"))
    }

    @Test func `a flags file that is too large for the memory is not read`() throws {
        try write(Self.document(1))
        let daemon = try start()
        let client = try daemon.client()
        try files.open(path, .write).truncate(to: 257 << 20)
        try expectError("File too large", client)
        #expect(try client.evaluate("n")["value"] == 1)
        try write(Self.document(2))
        try expectError(nil, client)
        #expect(try client.evaluate("n")["value"] == 2)
    }

    @Test func `the daemon starts without a flags file and reports the missing file`() throws {
        let daemon = try start()
        let client = try daemon.client()
        try expectError("No such file", client)
        try client.call("flags.subscribe", ["keys": ["n"]])
        try write(Self.document(1))
        try expect(1, client)
        #expect(try client.call("server.info")["flags"] == 1)
        #expect(try client.call("server.info")["revision"] == 0)
    }

    @Test func `a definition overrides the flags file, and the file's flags are not stored`() throws {
        try write(Self.document(1))
        let first = try start()
        let client = try first.client()
        try client.define(#"{"n": {"state": "ENABLED", "variants": {"a": 9}, "defaultVariant": "a"}}"#)
        #expect(try client.evaluate("n")["value"] == 9)
        try client.call("flags.remove", ["key": "n"])
        #expect(try client.evaluate("n")["value"] == 1)
        #expect(try client.refusal(of: "flags.remove", ["key": "gone"])?.kind == "unknownFlag")
        try client.call("flags.set", ["key": "n", "value": 7])
        try first.stop()
        let second = try DaemonProcess(in: directory)
        #expect(try second.client().evaluate("n")["errorCode"] == "FLAG_NOT_FOUND")
        try second.stop()
        // The override takes effect again when the flag exists again.
        let third = try start()
        #expect(try third.client().evaluate("n")["value"] == 7)
    }
}
