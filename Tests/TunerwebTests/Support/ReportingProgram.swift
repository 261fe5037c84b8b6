import JSONCore
import RPCCore
import SystemCore
import Testing

/// A program that reports sources of layers to a daemon, and receives requests for them.
final class ReportingProgram {
    private let client: Client

    init(_ daemon: RunningDaemon) throws {
        client = try Client(connectingTo: try UnixAddress(daemon.socket), within: .seconds(60))
        try call("session.hello", ["client": "fetcher"])
        try call("sync.attach", .object([:]))
    }

    private func call(_ method: String, _ parameters: JSON) throws {
        _ = try client.call(method, parameters, within: .seconds(60))
    }

    /// Returns the source of a layer, with further members as JSON.
    static func source(_ layer: String, _ members: String) -> String {
        #"{"layer":"\#(layer)","address":"https://config.example/\#(layer).json",\#(members)}"#
    }

    /// Reports these sources, which replace the last ones.
    func report(sources: String...) throws {
        try call("sync.report", ["sources": try JSON.parse("[\(sources.joined(separator: ","))]")])
    }

    /// Reports one source with these members.
    func report(_ layer: String, _ members: String) throws { try report(sources: Self.source(layer, members)) }

    /// Ends the subscription to requests; the sources stay.
    func detach() throws { try call("sync.detach", ["subscription": "y1"]) }

    /// Waits for the next request, and expects that it has one kind and these layers.
    func expectRequest(
        _ kind: String,
        _ layers: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let request = try client.nextNotification(within: .seconds(60))?.params
        let expected: JSONObject = ["subscription": "y1", kind: .array(layers.map { .string($0) })]
        #expect(request == .object(expected), sourceLocation: sourceLocation)
    }
}
