import ClientCore
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import TunerAPI

/// A link to a socket on which the test is the daemon, with a clock that the test advances.
final class LinkedPeer {
    let path: String
    let clocks = ManualClocks()
    let link: DaemonLink
    /// What happened, in order: the link's events, and what the test appends.
    var events: [String] = []
    /// Called for each event, after it was recorded.
    var react: (DaemonLink.Event) -> Void = { _ in }
    private let directory: TemporaryDirectory
    private var listener: Descriptor?

    /// Listens, and creates a link that has not connected yet.
    init(isListening: Bool = true, _ change: (inout DaemonLink.Settings) -> Void = { _ in }) throws {
        directory = try TemporaryDirectory()
        path = directory.file("socket")
        var settings = DaemonLink.Settings(DaemonAddress(socket: path))
        change(&settings)
        link = DaemonLink(settings, clock: clocks.clocks)
        if isListening { try listen() }
    }

    func listen() throws {
        listener = try Kernel.listen(at: try UnixAddress(path), mode: 0o600)
    }

    /// Refuses connections, although the socket exists.
    func stopListening() { listener = nil }

    /// The end of the connection that the link has made; nil if there is none.
    func accept() throws -> TestPeer? {
        switch listener {
        case .some(let listener):
            guard case .connection(let socket) = try Kernel.accept(listener) else { return nil }
            return TestPeer(socket)
        case nil: return nil
        }
    }

    /// Lets the link receive what was sent to it, and send what was called.
    func run() {
        link.receive { event, text in record(event, text) }
        link.advance { event, text in record(event, text) }
    }

    /// Lets the link connect, and returns the other end after the greeting.
    func connect(confirming: Bool = true) throws -> TestPeer {
        run()
        guard let peer = try accept() else { throw SystemError("accept", .wouldBlock) }
        _ = peer.read()
        try peer.write(LinkedPeer.hello(1))
        run()
        if confirming { link.confirm() }
        return peer
    }

    /// Advances the clock to the link's deadline.
    func pass() {
        guard let deadline = link.deadline else { return }
        clocks.advance(by: deadline - clocks.clocks.monotonic())
    }

    /// Calls a method, and records the response.
    func call(_ method: String, _ parameters: JSON = [:]) {
        link.call(method, parameters) { [weak self] (result: Result<JSON, CallFailure>) in
            guard let self else { return }
            switch result {
            case .success(let value): events.append("\(method): \(LinkedPeer.text(of: value))")
            case .failure(.refused(let error)): events.append("\(method): refused \(error.message)")
            case .failure(let failure): events.append("\(method): \(failure)")
            }
        }
    }

    /// A value as JSON.
    static func text(of value: JSON?) -> String {
        var writer = JSONWriter()
        guard let value, (try? writer.value(value)) != nil else { return "" }
        return String(decoding: [UInt8](writer.takeBytes()), as: UTF8.self)
    }

    /// The response to the greeting, which is the first request of a connection.
    static func hello(_ version: Int) -> String {
        response(
            1,
            #"{"server":"tunerd","version":"9","protocol":\#(version),"epoch":"e","revision":4,"pid":7,"limits":{},"capabilities":[]}"#
        ) + "\n"
    }

    /// An error response.
    static func refusal(_ id: Int?, _ kind: String) -> String {
        let id = id.map { "\($0)" } ?? "null"
        return #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-1,"message":"no","data":{"kind":"\#(kind)"}}}"# + "\n"
    }

    private func record(_ event: DaemonLink.Event, _ text: Span<UInt8>) {
        switch event {
        case .connected: events.append("connected")
        case .ready(let hello): events.append("ready \(hello.version)")
        case .notification(let method, _): events.append(method.string(in: text) ?? "")
        case .unmatchedError(let error): events.append("error \(error.message)")
        case .lost(.client(.refused(let error))): events.append("lost: refused \(error.kind ?? "")")
        case .lost(.client(.unreachable(let error))): events.append("lost: \(error.errno.name)")
        case .lost(.client(let fault)): events.append("lost: \(fault)")
        case .lost(let fault): events.append("lost: \(fault)")
        }
        react(event)
    }
}
