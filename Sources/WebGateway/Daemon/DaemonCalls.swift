import ClientCore
import JSONCore
import LoopCore
import OptionCore
import RPCCore
import SystemCore
import TunerAPI

/// The gateway's connections to the daemon for calls that need no separate connection.
///
/// Each world in use has up to three connections, because the daemon sends the responses of a connection in order: a
/// write that waits for the disk must not delay a read, and a long result must not delay a short one.
///
/// Call the functions only from events, actions and timers of the loop.
final class DaemonCalls {
    /// The calls that share a connection.
    enum Lane: Hashable, CaseIterable {
        /// Reads with a short result.
        case reads
        /// Durable changes.
        case writes
        /// Reads with a result that can be long.
        case bulk

        /// How long the daemon may take for the next response.
        var patience: Duration {
            switch self {
            case .reads, .bulk: .seconds(10)
            case .writes: .seconds(30)
            }
        }
    }

    /// Receives the response to a call, whose range refers to the text, or the reason of the failure.
    typealias Handler = (Result<JSONRange, DaemonFault>, Span<UInt8>) -> Void

    private struct LinkKey: Hashable {
        let world: String?
        let lane: Lane
    }

    /// The limit for the connections of all worlds; those of the shared state are beside them.
    static let mostWorldLinks = 61

    let address: DaemonAddress
    private let loop: EventLoop
    /// The command that starts the daemon, for a message.
    let startCommand: String
    private var links: [LinkKey: CallLink] = [:]
    private let waitingBytes = WaitingBytes()

    /// Creates the connections to a daemon, none of which is open.
    init(to daemon: SocketPath, on loop: EventLoop) {
        self.loop = loop
        address = DaemonAddress(daemon.path, trust: daemon.isNamed ? .anyone : .user(Kernel.userID))
        startCommand = daemon.startCommand
    }

    /// The fault of a request for which the daemon takes too long.
    var silence: DaemonFault { DaemonFault(.client(.timedOut), at: address, startCommand: startCommand) }

    /// The epoch of the shared state whose response to a call on a lane is being handled.
    func epoch(on lane: Lane) -> String? { links[LinkKey(world: nil, lane: lane)]?.epoch }

    /// The number of open connections.
    var linkCount: Int { links.count }

    /// Calls a declared method in a world, or outside of all worlds; `handle` receives the result or the failure, once.
    func call<Parameters, Value>(
        _ method: MethodDeclaration<Parameters, Value>,
        _ parameters: Parameters = Parameters(),
        inEpoch epoch: String? = nil,
        on lane: Lane,
        in world: String?,
        _ handle: @escaping (Result<Value, DaemonFault>) -> Void
    ) {
        call(method.name.description, parameters, inEpoch: epoch, on: lane, in: world) { response, text in
            handle(
                response.flatMap { range in
                    (try? Value(range, in: text)).map { .success($0) } ?? .failure(.unreadable)
                }
            )
        }
    }

    /// Calls a method by its name; `handle` receives the range of the result, or the failure, once.
    ///
    /// `length` is the number of bytes in the parameters if there can be many: the call fails if the daemon would refuse
    /// the message. With an epoch, it also fails if the daemon has another state.
    func call(
        _ method: String,
        _ parameters: some JSONWritable,
        length: Int = 0,
        inEpoch epoch: String? = nil,
        on lane: Lane,
        in world: String?,
        _ handle: @escaping Handler
    ) {
        guard let link = link(LinkKey(world: world, lane: lane)) else {
            let none: [UInt8] = []
            return handle(.failure(.tooManyCalls), none.span)
        }
        link.call(method, parameters, length: length, inEpoch: epoch, handle)
    }

    /// Ends all calls and connections.
    func close() {
        for link in links.values { link.close() }
        links = [:]
    }

    /// Returns the link for a call; nil if too many links of worlds have calls.
    private func link(_ key: LinkKey) -> CallLink? {
        if let link = links[key] { return link }
        if key.world != nil {
            let count = links.keys.count { $0.world != nil }
            guard count < DaemonCalls.mostWorldLinks || closeUnused() else { return nil }
        }
        var settings = DaemonLink.Settings(address)
        settings.client = "tunerweb"
        settings.world = key.world
        let link = CallLink(
            settings,
            for: key.lane,
            startCommand: startCommand,
            waitingBytes: waitingBytes,
            on: loop
        ) { [unowned self] in links.removeValue(forKey: key)?.close() }
        links[key] = link
        return link
    }

    /// Closes the link of a world whose last use is the longest ago; returns false if each of them has a call.
    private func closeUnused() -> Bool {
        let unused = links.filter { $0.key.world != nil && $0.value.callCount == 0 }.min {
            $0.value.lastUse < $1.value.lastUse
        }
        guard let unused else { return false }
        links.removeValue(forKey: unused.key)?.close()
        return true
    }
}

@available(*, unavailable)
extension DaemonCalls: Sendable {}

extension SocketPath {
    /// The command that starts a daemon on the socket, for a message.
    fileprivate var startCommand: String {
        isNamed ? "tunerctl start --socket \(path.shellWord.shownWhole)" : "tunerctl start"
    }
}
