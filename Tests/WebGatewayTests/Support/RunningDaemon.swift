import JSONCore
import RPCCore
import SystemCore
import TestSupport

/// A process of the real daemon, in a temporary directory, with a client.
final class RunningDaemon {
    let client: Client
    private let directory: TemporaryDirectory
    private let program: Program

    init(_ options: String...) throws {
        directory = try TemporaryDirectory()
        let socket = directory.file("tunerd.sock")
        program = try Program(
            BuiltProduct.path("tunerd"),
            ["--socket", socket, "--state", directory.file("state"), "--durability", "none"] + options
        )
        _ = try program.errors { $0.contains("listening on") }
        client = try Client(connectingTo: try UnixAddress(socket), within: .seconds(60))
    }

    /// Returns the result of a call.
    @discardableResult
    func value(_ method: String, _ params: String = "{}") throws -> JSON {
        try client.call(method, try JSON.parse(params), within: .seconds(60))
    }

    /// Returns the result of a call without parameters as a record.
    func record<Record: JSONRecord>(_ method: String, _: Record.Type) throws -> Record {
        let text = [UInt8](try value(method).written().utf8)
        let result = try JSON.check(text.span)
        return try Record(result, in: text.span)
    }
}
