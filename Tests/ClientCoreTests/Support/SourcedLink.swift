import ClientCore
import JSONCore
import LoopCore
import RPCCore
import SystemCore
import TestSupport

/// A link on a loop whose turns the test runs, to a socket on which the test is the daemon.
final class SourcedLink {
    let loop: EventLoop
    let link: DaemonLink
    private(set) var source: LinkSource?
    /// The names of the link's events, and the methods of notifications.
    var events: [String] { log.events }

    private let directory: TemporaryDirectory
    private let listener: Descriptor
    private let log = Log()

    private final class Log {
        var events: [String] = []
        var whenNotified: () -> Void = {}
    }

    /// Called for each notification.
    var whenNotified: () -> Void {
        get { log.whenNotified }
        set { log.whenNotified = newValue }
    }

    init(clock: Clocks = .kernel) throws {
        directory = try TemporaryDirectory()
        let path = directory.file("socket")
        listener = try Kernel.listen(at: try UnixAddress(path), mode: 0o600)
        loop = try EventLoop()
        link = DaemonLink(DaemonLink.Settings(DaemonAddress(socket: path)), clock: clock)
        source = LinkSource(link, on: loop) { [log] event, text in
            switch event {
            case .connected: log.events.append("connected")
            case .ready: log.events.append("ready")
            case .notification(let method, _):
                log.events.append(method.string(in: text) ?? "")
                log.whenNotified()
            case .unmatchedError: log.events.append("error")
            case .lost: log.events.append("lost")
            }
        }
    }

    deinit { source?.close() }

    /// Closes and releases the source.
    func close() { source.take()?.close() }

    /// Runs turns that do not wait for events.
    func turn(_ times: Int = 1) throws {
        for _ in 0..<times {
            loop.nextTurn {}
            try loop.turn()
        }
    }

    /// Runs turns until the link has connected, accepts its greeting, and returns the other end.
    func connect() throws -> TestPeer {
        var accepted: TestPeer?
        _ = try eventually {
            try turn()
            if case .connection(let socket) = try Kernel.accept(listener) { accepted = TestPeer(socket) }
            return accepted != nil
        }
        guard let peer = accepted else { throw SystemError("accept", .wouldBlock) }
        try peer.write(LinkedPeer.hello(1))
        try turn(2)
        link.confirm()
        return peer
    }
}
