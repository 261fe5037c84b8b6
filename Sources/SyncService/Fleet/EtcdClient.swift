package import JSONCore
package import LoopCore
package import SyncEngine
package import TransferCore

/// Calls to a cluster of etcd: authentication, the next endpoint after a failure, and a limit of time.
///
/// A password is read again for each authentication, and is never printed.
package final class EtcdClient {
    package typealias Handler = (Result<JSONObject, EtcdFault>) -> Void

    private final class Call {
        let path: String
        let body: [UInt8]
        let handle: Handler
        /// The position of the endpoint in use; nil before the first attempt.
        var endpoint: Int?
        /// The number of endpoints that have failed.
        var failures = 0
        /// Whether the token was renewed for this call.
        var hasRenewedToken = false

        init(_ path: String, _ body: [UInt8], _ handle: @escaping Handler) {
            (self.path, self.body, self.handle) = (path, body, handle)
        }
    }

    private let endpoints: [String]
    private let user: String?
    private var password: EtcdPassword?
    private let certificates: String?
    private let transfers: Transfers
    private let loop: EventLoop
    private var token: String?
    /// The position of the endpoint that responded last.
    private var current = 0
    private var queue: [Call] = []
    private var running: [ObjectIdentifier: Transfers.ID] = [:]
    private var authentication: Transfers.ID?
    private var isClosed = false

    /// The longest time of a request to one endpoint.
    private static let timeout = Duration.seconds(5)
    private static let mostBytes = 64 << 20
    private static let mostCalls = 8

    package init(
        endpoints: [String],
        user: String?,
        password: SyncSource.FieldValue?,
        certificates: String?,
        _ transfers: Transfers,
        on loop: EventLoop
    ) {
        self.endpoints = endpoints
        self.user = user
        self.password = password.map { EtcdPassword($0) }
        self.certificates = certificates
        self.transfers = transfers
        self.loop = loop
    }

    /// Whether the password can be read, and is not the one of the last authentication.
    package var hasNewPassword: Bool { password?.hasChanged ?? false }

    /// Calls a method by its path, such as `/v3/kv/txn`; `handle` receives the result once, never during this call.
    package func call(_ path: String, _ body: JSONObject, _ handle: @escaping Handler) {
        // Only a number that is not finite cannot be written, and no body has one.
        queue.append(Call(path, Array(((try? JSON.object(body).written()) ?? "").utf8), handle))
        proceed()
    }

    /// Ends all calls without a result.
    package func close() {
        isClosed = true
        queue = []
        for id in running.values { transfers.cancel(id) }
        running = [:]
        if let authentication { transfers.cancel(authentication) }
        authentication = nil
    }

    /// Sends as many calls as may be sent, or authenticates first.
    private func proceed() {
        guard !isClosed, !queue.isEmpty else { return }
        if let user, password != nil, token == nil {
            if authentication == nil { authenticate(user, failures: 0) }
            return
        }
        let count = min(queue.count, max(EtcdClient.mostCalls - running.count, 0))
        let calls = queue.prefix(count)
        queue.removeFirst(count)
        for call in calls { send(call) }
    }

    private func send(_ call: Call) {
        let endpoint = call.endpoint ?? current
        call.endpoint = endpoint
        let used = token
        let id = ObjectIdentifier(call)
        running[id] = begin("\(endpoints[endpoint])\(call.path)", call.body, token: used) { [weak self] result in
            guard let self else { return }
            running[id] = nil
            finish(call, result.flatMap(EtcdClient.object), at: endpoint, token: used)
            proceed()
        }
    }

    private func finish(
        _ call: Call,
        _ result: Result<JSONObject, EtcdFault>,
        at endpoint: Int,
        token used: String?
    ) {
        switch result {
        case .success: current = endpoint
        case .failure(.token) where user != nil && !call.hasRenewedToken:
            call.hasRenewedToken = true
            // Another call may have renewed it already.
            if token == used { token = nil }
            queue.insert(call, at: 0)
            return
        case .failure(.endpoint):
            leave(endpoint)
            call.failures += 1
            if call.failures < endpoints.count {
                call.endpoint = (endpoint + 1) % endpoints.count
                queue.insert(call, at: 0)
                return
            }
        case .failure: break
        }
        call.handle(result)
    }

    /// Uses another endpoint than one that has failed.
    private func leave(_ endpoint: Int) { if current == endpoint { current = (endpoint + 1) % endpoints.count } }

    private func authenticate(_ user: String, failures: Int) {
        let body: [UInt8]
        do throws(FetchFault) {
            body = try password?.body(user: user) ?? []
        } catch {
            let reason = error.description
            return loop.nextTurn { [weak self] in self?.failQueue(.credential(reason)) }
        }
        let endpoint = current
        authentication = begin("\(endpoints[endpoint])/v3/auth/authenticate", body, token: nil) { [weak self] result in
            guard let self else { return }
            authentication = nil
            do throws(EtcdFault) {
                token = try EtcdToken.read(try result.get())
                proceed()
            } catch {
                guard case .endpoint = error else { return failQueue(error) }
                leave(endpoint)
                if failures + 1 < endpoints.count {
                    authenticate(user, failures: failures + 1)
                } else {
                    failQueue(error)
                }
            }
        }
    }

    private func failQueue(_ fault: EtcdFault) {
        let calls = queue
        queue = []
        for call in calls where !isClosed { call.handle(.failure(fault)) }
        proceed()
    }

    private func begin(
        _ url: String,
        _ body: [UInt8],
        token: String?,
        _ handle: @escaping (Result<[UInt8], EtcdFault>) -> Void
    ) -> Transfers.ID {
        var request = TransferRequest(toEtcd: url, body, token: token, certificates: certificates)
        request.wholeTime = EtcdClient.timeout
        request.mostBytes = EtcdClient.mostBytes
        return transfers.begin(request) { result in
            switch result {
            case .success(let response) where response.status == 200: handle(.success(response.body))
            case .success(let response): handle(.failure(EtcdFault(status: response.status, body: response.body)))
            case .failure(let fault): handle(.failure(.endpoint(fault.description)))
            }
        }
    }

    /// Reads the object of a response with the status 200; a stream of one message can have a fault in it.
    private static func object(_ body: [UInt8]) -> Result<JSONObject, EtcdFault> {
        guard case .object(let object)? = try? JSON.parse(body.span) else {
            return .failure(.endpoint("the response is not one of etcd"))
        }
        return object["error"] == nil ? .success(object) : .failure(EtcdFault(object, status: 200))
    }
}

@available(*, unavailable)
extension EtcdClient: Sendable {}
