import JSONCore
import RPCCore
import SyncTestSupport
import SystemCore
import TestSupport

/// A real tunerd and a real tunersync, in a temporary directory.
final class SyncedDaemon {
    let directory: TemporaryDirectory
    private(set) var daemon: Program?
    private(set) var sync: Program?
    private var client: Client?

    var socket: String { directory.file("tunerd.sock") }
    var configuration: String { directory.file("sync.json") }

    init() throws { directory = try TemporaryDirectory() }

    func startDaemon() throws {
        let program = try Program(
            BuiltProduct.path("tunerd"),
            ["--socket", socket, "--state", directory.file("state"), "--durability", "sync"]
        )
        _ = try program.errors { $0.contains("listening on") }
        daemon = program
        client = try Client(connectingTo: try UnixAddress(socket), within: .seconds(60))
    }

    /// Ends the daemon without a warning.
    func killDaemon(keepingState: Bool = true) throws {
        client = nil
        try daemon?.crash()
        daemon = nil
        if !keepingState { _ = try Program("/bin/rm", ["-r", directory.file("state")]).wait() }
    }

    func configure(_ text: String) throws {
        try Origin.write(text, to: "\(configuration).new")
        try KernelFileSystem().rename("\(configuration).new", to: configuration)
    }

    /// Starts tunersync with a configuration, and with variables of the environment.
    func startSync(_ text: String? = nil, variables: String = "") throws {
        if let text { try configure(text) }
        sync = try Program(
            script: """
                exec env \(variables) '\(BuiltProduct.path("tunersync"))' --config '\(configuration)' \
                --socket '\(socket)' --state '\(directory.file("layers"))'
                """
        )
    }

    func stopSync() throws -> Program.Result? {
        guard let sync else { return nil }
        Kernel.send(.terminate, to: sync.processID)
        let result = try sync.wait()
        self.sync = nil
        return result
    }

    /// Ends tunersync without a warning.
    func killSync() throws {
        try sync?.crash()
        sync = nil
    }

    /// Asks tunersync to fetch now.
    func fetchNow() throws {
        if let sync { Kernel.send(.hangup, to: sync.processID) }
    }

    func call(_ method: String, _ parameters: JSON = .object([:])) throws -> JSON {
        guard let client else { throw ClientError.closed }
        return try client.call(method, parameters, within: .seconds(60))
    }

    /// Returns the value of a key; nil without one.
    func value(_ key: String) throws -> JSON? {
        guard case .object(let result) = try call("tunables.get", ["key": .string(key), "default": .null]) else {
            return nil
        }
        return result["value"]
    }

    /// Returns the state of a layer; nil if there is none.
    func layer(_ name: String) throws -> JSONObject? {
        guard case .object(let result) = try call("layers.list"), case .array(let layers)? = result["layers"] else {
            return nil
        }
        for case .object(let layer) in layers where layer["name"] == .string(name) { return layer }
        return nil
    }

    /// Returns what tunersync reports about the source of a layer; nil if it reports nothing.
    func source(_ layer: String) throws -> JSON? {
        guard case .array(let sources)? = try call("sync.status")["sources"] else { return nil }
        return sources.first { $0["layer"] == .string(layer) }
    }

    /// Returns the revision of the last commit.
    func revision() throws -> JSON? {
        guard case .object(let result) = try call("server.info") else { return nil }
        return result["revision"]
    }

    /// Waits until a key has a value.
    func waitFor(_ key: String, _ value: JSON) throws -> Bool { try eventually { try self.value(key) == value } }

    /// Waits until tunersync has printed a text.
    func waitForText(_ text: String) throws { _ = try sync?.errors { $0.contains(text) } }
}
