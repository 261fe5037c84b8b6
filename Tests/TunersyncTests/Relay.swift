import NetworkCore
import SyncTestSupport
import SystemCore
import TestSupport

/// A real tunersync that serves layers, in a temporary directory.
final class Relay {
    let directory: TemporaryDirectory
    let port = TestPort.next()
    private let options: String
    private(set) var program: Program?

    var configuration: String { directory.file("relay.json") }

    /// Starts a relay; `limits` are commands of a shell before its start.
    init(_ text: String, limits: String = "") throws {
        directory = try TemporaryDirectory()
        options = limits
        try Origin.write(text, to: configuration)
        try start()
    }

    /// The members of a configuration with one source.
    static func source(_ url: String, _ members: String = "") -> String {
        "\"sources\":[{\"layer\":\"team\",\"url\":\"\(url)\"\(members)}]"
    }

    func start() throws {
        let program = try Program(
            script: """
                \(options)
                exec '\(BuiltProduct.path("tunersync"))' --config '\(configuration)' --relay \(port) \
                --state '\(directory.file("state"))'
                """
        )
        _ = try program.errors { $0.contains("the relay listens on 127.0.0.1:\(port)\n") }
        self.program = program
    }

    func configure(_ text: String) throws {
        try Origin.write(text, to: "\(configuration).new")
        try KernelFileSystem().rename("\(configuration).new", to: configuration)
    }

    /// Ends the relay without a warning.
    func kill() throws {
        try program?.crash()
        program = nil
    }

    /// Waits until the relay has printed a text.
    func waitForText(_ text: String) throws { _ = try program?.errors { $0.contains(text) } }

    /// Lets the relay fetch now.
    func fetchNow() throws {
        if let program { Kernel.send(.hangup, to: program.processID) }
    }

    /// The URL of the layer `team`.
    var url: String { "http://127.0.0.1:\(port)/layers/team" }

    /// Connects, and sends a request.
    func send(_ line: String, _ fields: [String] = []) throws -> TestPeer {
        let socket = try Network.connect(to: Endpoint(.loopbackV4, port: port))
        _ = try Kernel.wait(for: .writable, on: socket, .duration(.seconds(60)))
        let peer = TestPeer(socket)
        try peer.write((["\(line) HTTP/1.1", "Host: localhost"] + fields + ["", ""]).joined(separator: "\r\n"))
        return peer
    }

    /// Returns the response to a request.
    func response(_ line: String, _ fields: String...) throws -> String {
        try send(line, fields + ["Connection: close"]).readToEnd()
    }

    /// Returns the entity tag of the layer `team` with its quotes.
    func tag() throws -> String {
        let line = try response("HEAD /layers/team").split(separator: "\r\n").first { $0.hasPrefix("ETag: ") }
        return line.map { String($0.dropFirst(6)) } ?? ""
    }

    /// Waits until a number of requests wait for a change.
    func waitFor(waiting count: Int) throws -> Bool {
        let text = ", \(count) request\(count == 1 ? " waits" : "s wait")\n"
        return try eventually { try response("GET /health").hasSuffix(text) }
    }

    /// Waits until the layer `team` has a content.
    func waitFor(_ content: String) throws -> Bool {
        try eventually { try response("GET /layers/team").hasSuffix("\r\n\r\n\(content)") }
    }

    /// Returns the copy of the layer `team` on disk; it is empty without one.
    func copy() throws -> String {
        let file = try? KernelFileSystem().open(directory.file("state/relayed-team.json"), .read)
        return String(decoding: try file?.readWhole() ?? [], as: UTF8.self)
    }

    /// The bytes of memory that the relay uses.
    func memory() throws -> Int {
        let file = try KernelFileSystem().open("/proc/\(program?.processID ?? 0)/smaps_rollup", .read)
        let text = String(decoding: try file.readFully(count: 16_384, at: 0), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }
}
