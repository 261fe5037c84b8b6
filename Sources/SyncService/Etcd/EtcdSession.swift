import JSONCore
import LoopCore
import SyncEngine
import SystemCore
import TransferCore

/// The connections to one cluster of etcd: it passes what happens to the cluster, and carries out its actions.
final class EtcdSession {
    let identity: EtcdCluster.Identity
    private let transfers: Transfers
    private let loop: EventLoop
    private let clock: Clocks
    private let deliver: (String, FetchOutcome) -> Void
    private var cluster: EtcdCluster
    private var timer: TimerHeap.ID?
    private var requests: [Int: Transfers.ID] = [:]
    /// The requests to send once others have ended, so that many sources do not open many connections at once.
    private var queue: [EtcdRequest] = []
    private static let mostRequests = 8
    private var stream: (number: Int, transfer: Transfers.ID)?
    /// What has arrived of the stream, and was not passed on yet: libcurl allows no new request while it passes a piece.
    private var received: [UInt8] = []
    private var password: EtcdPassword?
    private var isClosed = false

    init(
        _ identity: EtcdCluster.Identity,
        _ sources: [SyncSource],
        _ transfers: Transfers,
        on loop: EventLoop,
        clock: Clocks,
        _ deliver: @escaping (String, FetchOutcome) -> Void
    ) {
        self.identity = identity
        self.transfers = transfers
        self.loop = loop
        self.clock = clock
        self.deliver = deliver
        cluster = EtcdCluster(sources, seed: UInt64.random(in: .min ... .max))
    }

    func start() { perform(cluster.advance(at: now)) }

    func configure(_ sources: [SyncSource]) { perform(cluster.configure(sources, at: now)) }

    func load(_ layer: String) { perform(cluster.load(layer, at: now)) }

    /// Begins again if the password was refused and has changed since.
    func recheckPassword() {
        guard cluster.waitsForPassword, password?.hasChanged == true else { return }
        perform(cluster.passwordChanged(at: now))
    }

    func close() {
        isClosed = true
        if let timer { loop.cancel(timer) }
        timer = nil
        for id in requests.values { transfers.cancel(id) }
        requests = [:]
        queue = []
        closeStream()
    }

    private var now: Duration { .nanoseconds(clock.monotonic().nanoseconds) }

    // MARK: Actions

    private func perform(_ actions: [EtcdAction]) {
        for action in actions where !isClosed {
            switch action {
            case .send(let request): queue.append(request)
            case .authenticate(let request, let user, let password): authenticate(request, user, password)
            case .open(let request): open(request)
            case .close: closeStream()
            case .deliver(let layer, let outcome): deliver(layer, outcome)
            }
        }
        sendQueued()
        schedule()
    }

    /// Ends requests whose response does not count any more, and sends as many of the others as may be sent.
    private func sendQueued() {
        for (number, id) in requests where !cluster.waits(for: number) {
            transfers.cancel(id)
            requests[number] = nil
        }
        queue.removeAll { !cluster.waits(for: $0.number) }
        let count = min(queue.count, max(EtcdSession.mostRequests - requests.count, 0))
        for request in queue.prefix(count) { send(request) }
        queue.removeFirst(count)
    }

    private func authenticate(_ request: EtcdRequest, _ user: String, _ password: SyncSource.FieldValue) {
        var read = EtcdPassword(password)
        defer { self.password = read }
        do throws(FetchFault) {
            send(request, body: try read.body(user: user))
        } catch {
            let reason = error.description
            loop.nextTurn { [weak self] in self?.receive(.credential(reason), of: request.number) }
        }
    }

    private func send(_ request: EtcdRequest, body: [UInt8]? = nil) {
        requests[request.number] = transfers.begin(transfer(request, body ?? request.body)) { [weak self] result in
            self?.receive(EtcdReply(result), of: request.number)
        }
    }

    private func open(_ request: EtcdRequest) {
        var transfer = transfer(request, request.body)
        // A member that has lost the others ends the stream, instead of being quiet.
        transfer.fields.append(("Grpc-Metadata-Hasleader", "true"))
        transfer.acceptsCompression = false
        transfer.whenReceived = { [weak self] piece in self?.receive(piece, of: request.number) }
        let id = transfers.begin(transfer) { [weak self] result in self?.endStream(request.number, EtcdReply(result)) }
        stream = (request.number, id)
    }

    private func transfer(_ request: EtcdRequest, _ body: [UInt8]) -> TransferRequest {
        var transfer = TransferRequest(
            toEtcd: request.url,
            body,
            token: request.token,
            certificates: request.certificates
        )
        transfer.wholeTime = request.timeout
        transfer.mostBytes = request.mostBytes
        return transfer
    }

    private func closeStream() {
        if let stream { transfers.cancel(stream.transfer) }
        stream = nil
        received = []
    }

    private func schedule() {
        if let timer { loop.cancel(timer) }
        timer = nil
        guard !isClosed, let deadline = cluster.deadline else { return }
        let time = MonotonicTime(nanoseconds: deadline.saturatedNanoseconds)
        timer = loop.schedule(at: time) { [weak self] in
            guard let self else { return }
            timer = nil
            perform(cluster.advance(at: now))
        }
    }

    // MARK: What happens

    private func receive(_ reply: EtcdReply, of number: Int) {
        requests[number] = nil
        perform(cluster.receive(reply, of: number, at: now))
    }

    private func receive(_ piece: Span<UInt8>, of number: Int) {
        guard stream?.number == number else { return }
        if received.isEmpty {
            loop.nextTurn { [weak self] in self?.passReceived(of: number) }
        }
        received += piece.copied
    }

    private func passReceived(of number: Int) {
        guard stream?.number == number, !received.isEmpty else { return }
        let piece = received
        received = []
        perform(cluster.receive(piece, ofStream: number, at: now))
    }

    private func endStream(_ number: Int, _ reply: EtcdReply) {
        passReceived(of: number)
        guard stream?.number == number else { return }
        stream = nil
        perform(cluster.endStream(number, reply, at: now))
    }
}

extension EtcdReply {
    fileprivate init(_ result: Result<TransferResponse, TransferFault>) {
        switch result {
        case .success(let response): self = .response(status: response.status, body: response.body)
        case .failure(.tooLong(let most)): self = .tooLong(most: most)
        case .failure(let fault): self = .failed(fault.description)
        }
    }
}
