import JSONCore
import LoopCore
import SystemCore

/// The pipes that carry the requests of `POST /rpc`, each one request or batch at a time.
///
/// A pipe is used again only after a request that left nothing behind. A pipe whose client reads a long response slowly
/// is no longer counted, so such clients take no pipe from the others.
final class RPCPool {
    struct Limits {
        /// The limit for the pipes.
        var pipes = 64
        /// The limit for the requests that wait for a pipe.
        var waiting = 1_024
        /// The limit for the bytes of those requests.
        var waitingBytes = 16 << 20
        /// How long an unused pipe stays open.
        var idleTime = Duration.seconds(60)
    }

    private struct Waiting {
        let exchange: Exchange
        let body: [UInt8]
        let world: String?
    }

    let pipes: DaemonPipes
    private let limits: Limits
    private var idle: [RPCCarrier] = []
    /// The number of pipes, used or not.
    private(set) var count = 0
    private var waiting: [Waiting] = []
    private var waitingBytes = 0
    private var timer: TimerHeap.ID?

    init(_ pipes: DaemonPipes, _ limits: Limits = Limits()) {
        self.pipes = pipes
        self.limits = limits
    }

    /// Carries a request or a batch, now or once a pipe is free, and responds.
    func post(_ body: Span<UInt8>, in world: String?, _ exchange: Exchange) {
        if let carrier = carrier(for: world) {
            return carrier.carry(body, exchange)
        }
        guard waiting.count < limits.waiting, waitingBytes + body.count <= limits.waitingBytes else {
            return exchange.respondRPC(.tooManyCalls)
        }
        waiting.append(Waiting(exchange: exchange, body: [UInt8](body, in: 0..<body.count), world: world))
        waitingBytes += body.count
        exchange.whenGone = { [weak self, unowned exchange] in self?.drop(exchange) }
    }

    /// Removes the waiting request of a client that is gone.
    private func drop(_ exchange: Exchange) {
        guard let index = waiting.firstIndex(where: { $0.exchange === exchange }) else { return }
        waitingBytes -= waiting.remove(at: index).body.count
    }

    /// Takes back the pipe of a request that is complete.
    func release(_ carrier: RPCCarrier) {
        carrier.lastUse = pipes.loop.now
        idle.append(carrier)
        scheduleCheck()
        serveWaiting()
    }

    /// Notes that a pipe is no longer counted.
    func remove(_ carrier: RPCCarrier) {
        count -= 1
        idle.removeAll { $0 === carrier }
        // The owner of a pipe can be inside of a call.
        pipes.loop.nextTurn { [self] in serveWaiting() }
    }

    private func serveWaiting() {
        while let next = waiting.first, let carrier = carrier(for: next.world) {
            waiting.removeFirst()
            waitingBytes -= next.body.count
            next.exchange.whenGone = nil
            carrier.carry(next.body.span, next.exchange)
        }
    }

    /// Returns a free pipe; nil if there are too many.
    ///
    /// A pipe in a world is new, because the world of a used one may have ended, with another one of its name now.
    private func carrier(for world: String?) -> RPCCarrier? {
        if world == nil, let carrier = idle.popLast() {
            return carrier
        }
        if count >= limits.pipes {
            guard !idle.isEmpty else { return nil }
            idle.removeFirst().end()
            count -= 1
        }
        count += 1
        return RPCCarrier(in: world, of: self)
    }

    private func scheduleCheck() {
        guard timer == nil, let oldest = idle.first else { return }
        timer = pipes.loop.schedule(at: oldest.lastUse + limits.idleTime) { [unowned self] in
            timer = nil
            while let oldest = idle.first, oldest.lastUse + limits.idleTime <= pipes.loop.now {
                idle.removeFirst().end()
                count -= 1
            }
            scheduleCheck()
        }
    }
}

@available(*, unavailable)
extension RPCPool: Sendable {}
