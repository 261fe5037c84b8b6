import BlockingTests
import JSONCore
import RPCCore
import StateCore
import SystemCore
import TestSupport
import Testing
import TunerDaemon
import TunerStore

/// Tests of a start with the state that the previous daemon left.
@Suite(.blocking) struct RestartTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var journals: [String] {
        get throws { try Kernel.names(in: directory.file("state")).filter { $0.hasPrefix("journal") }.sorted() }
    }

    @Test func `a start without changes creates no files`() throws {
        let daemon = try DaemonProcess(in: directory)
        try daemon.client().call("tunables.set", ["key": "a", "value": 1])
        try daemon.stop()
        let before = try journals
        for _ in 0..<3 {
            let again = try DaemonProcess(in: directory)
            #expect(try again.client().value(of: "a") == 1)
            try again.stop()
        }
        #expect(try journals == before)
        let last = try DaemonProcess(in: directory)
        try last.client().call("tunables.set", ["key": "a", "value": 2])
        #expect(try journals.count == before.count + 1)
        try last.kill()
        let again = try DaemonProcess(in: directory)
        #expect(try again.client().value(of: "a") == 2)
    }

    @Test func `revisions of lost batches are not reused, also after several starts`() throws {
        let daemon = try DaemonProcess(in: directory)
        try daemon.client().call("tunables.set", ["key": "a", "value": 1])
        try daemon.kill()
        // The journal ends in an incomplete batch, which no client has received.
        let path = directory.file("state/\(try #require(try journals.last))")
        let file = try KernelFileSystem().open(path, [.read, .write])
        let bytes = try file.readWhole()
        let end = try #require(bytes.lastIndex { $0 != 0 }) + 1
        try file.writeFully(Array("{\"batch\":".utf8).span, at: Int64(end))
        var last: JSON?
        for _ in 0..<3 {
            let again = try DaemonProcess(in: directory)
            let revision = try again.client().call("server.info")["revision"]
            #expect(revision == 1_000_001)
            #expect(last == nil || last == revision)
            last = revision
            try again.stop()
        }
        let again = try DaemonProcess(in: directory)
        #expect(try again.client().call("tunables.set", ["key": "a", "value": 2])["revision"] == 1_000_002)
    }

    @Test func `values at the nesting limit survive a restart and can be imported`() throws {
        let daemon = try DaemonProcess(in: directory)
        let client = try daemon.client()
        func nested(_ depth: Int) -> JSON { (0..<depth).reduce(1) { value, _ in [value] } }
        try client.call("tunables.set", ["key": "a", "value": nested(120)])
        try client.call("tunables.declare", ["key": "b", "spec": ["type": "array", "default": nested(119)]])
        try client.call("layers.put", ["name": "l", "values": ["c": nested(120)]])
        for (method, params) in [
            ("tunables.set", ["key": "a", "value": nested(121)]),
            ("tunables.declare", ["key": "d", "spec": ["type": "array", "default": nested(120)]]),
            ("layers.put", ["name": "l", "values": ["c": nested(121)]]),
        ] as [(String, JSON)] {
            #expect(try client.refusal(of: method, params)?.kind == "tooLarge", "\(method)")
        }
        let exported = try client.call("tunables.export")["values"] ?? .null
        try daemon.stop()
        let again = try DaemonProcess(in: directory)
        #expect(try again.client().value(of: "a") == nested(120))
        #expect(try again.client().value(of: "b") == nested(119))
        try again.client().call("tunables.import", ["values": exported])
        try again.kill()
        let third = try DaemonProcess(in: directory)
        #expect(try third.client().value(of: "a") == nested(120))
    }
}
