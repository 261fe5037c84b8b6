import HTTPCore
import JSONCore
import LoopCore

/// The route of terminals.
final class TerminalRoutes {
    /// The limit for the terminals that are open at a time.
    static let mostTerminals = 64

    private let calls: DaemonCalls
    private let loop: EventLoop
    private var count = 0

    init(calls: DaemonCalls, loop: EventLoop) {
        self.calls = calls
        self.loop = loop
    }

    var all: [Route] { [Route(.get, "/ws", .restricted, open)] }

    private func open(_ call: RouteCall, _ bytes: Span<UInt8>, _ exchange: Exchange) {
        let settings: TerminalSettings
        do throws(PercentFault) {
            settings = try TerminalSettings(call, in: bytes)
        } catch {
            return exchange.respond(QueryFault.encoding(error))
        }
        guard count < TerminalRoutes.mostTerminals else {
            return exchange.respond(
                .overloaded(
                    "\(TerminalRoutes.mostTerminals) terminals are open, which is the limit; close one, or try again later"
                )
            )
        }
        let terminal = Terminal(calls, on: loop, settings) { [self] in count -= 1 }
        if exchange.acceptWebSocket(terminal, in: bytes) {
            count += 1
        }
    }
}

@available(*, unavailable)
extension TerminalRoutes: Sendable {}
