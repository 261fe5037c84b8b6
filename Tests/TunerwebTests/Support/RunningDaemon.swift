import JSONCore
import RPCCore
import SystemCore
import TestSupport

/// A process of the real daemon, in a temporary directory, with a client.
final class RunningDaemon {
    let client: Client
    let program: Program
    let socket: String
    private let directory: TemporaryDirectory

    /// Starts the daemon, with the socket and the state that a user with this runtime directory has.
    init(_ options: String..., durability: String = "none", in existing: TemporaryDirectory? = nil) throws {
        directory = try existing ?? TemporaryDirectory()
        socket = directory.file("tuner/tunerd.sock")
        program = try Program(
            BuiltProduct.path("tunerd"),
            ["--socket", socket, "--state", directory.file("state"), "--durability", durability] + options
        )
        _ = try program.errors { $0.contains("listening on") }
        client = try Client(connectingTo: try UnixAddress(socket), within: .seconds(60))
    }

    /// Returns the result of a call.
    @discardableResult
    func value(_ method: String, _ params: String = "{}") throws -> JSON {
        try client.call(method, try JSON.parse(params), within: .seconds(60))
    }

    /// Returns a client that has joined a world.
    func member(of world: String) throws -> Client {
        let member = try Client(connectingTo: try UnixAddress(socket), within: .seconds(60))
        _ = try member.call("session.hello", .object(["world": .string(world)]), within: .seconds(60))
        return member
    }

    /// Returns the result of a call without parameters as a record.
    func record<Record: JSONRecord>(_ method: String, _: Record.Type) throws -> Record {
        let text = [UInt8](try value(method).written().utf8)
        let result = try JSON.check(text.span)
        return try Record(result, in: text.span)
    }

    /// Creates a world, and returns its name.
    func makeWorld() throws -> String {
        guard case .object(let result) = try value("worlds.create"), case .string(let name) = result["world"] else {
            throw ClientError.garbled
        }
        return name
    }
}
