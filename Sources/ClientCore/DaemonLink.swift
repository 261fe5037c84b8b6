package import JSONCore
package import RPCCore
package import SystemCore
package import TunerAPI

/// A client's connection to the daemon, which connects, greets and reconnects, for a caller with its own event loop.
///
/// No function here blocks. The caller waits for the socket and for ``deadline``. After each of them, and after calls,
/// it calls ``advance(_:)``. If the socket is readable, it calls ``receive(atMost:_:)`` before. Both functions pass the
/// events to a closure, which may call methods, but must not call these two functions.
package final class DaemonLink {
    /// The state of the connection.
    package enum State: Equatable {
        /// There is no connection, and the link does not connect by itself.
        case idle
        /// There is no connection; the link connects at this time.
        case waiting(until: MonotonicTime)
        /// The greeting has no response yet.
        case greeting(until: MonotonicTime)
        /// Calls are possible, and ``DaemonLink/confirm()`` is due until this time.
        case starting(until: MonotonicTime)
        /// The caller has confirmed the connection.
        case established
        /// The caller has closed the link.
        case closed
    }

    /// An event that the caller handles.
    ///
    /// Each `JSONRange` refers to the text that comes with the event.
    package enum Event {
        /// The daemon's socket has accepted a connection; the greeting follows.
        case connected
        /// The daemon has accepted the greeting, so that calls are possible.
        case ready(HelloResult)
        case notification(method: JSONRange, params: JSONRange?)
        /// An error response that belongs to no particular call.
        case unmatchedError(RemoteError)
        /// The connection has ended, or an attempt failed; all calls have ended.
        ///
        /// Another attempt follows, unless the settings say otherwise.
        case lost(LinkFault)
    }

    package typealias EventHandler = (Event, Span<UInt8>) -> Void

    private enum Call {
        case greeting
        case other(ResponseHandler)
    }

    /// Which daemon to connect to, and how.
    package struct Settings: Sendable {
        package let address: DaemonAddress
        /// The name of the client; by default, the daemon uses the name of the process.
        package var client: String?
        /// The world to join; nil for none.
        package var world: String?
        /// Whether results show the values of secret keys.
        package var reveals = false
        /// Whether no other client may move the connection to another world.
        package var isFixed = false
        /// The time until ``DaemonLink/confirm()``, after which a new connection is dropped.
        package var limit = Duration.seconds(10)
        /// How long a lost world may be missing: the program that created it creates it again.
        package var worldPatience = Duration.seconds(10)
        /// The number of unsent bytes from which further calls fail.
        package var outputLimit = 8 << 20
        /// Whether another attempt follows when a connection has ended or an attempt has failed.
        package var reconnects = true

        package init(_ address: DaemonAddress) { self.address = address }
    }

    /// Called when a call or another function of the caller makes ``advance(_:)`` due.
    package var whenDue: () -> Void = {}

    package private(set) var state: State
    /// Whether the daemon has put the present connection into a world.
    package private(set) var isInWorld = false
    private let settings: Settings
    private let clock: Clocks
    private var reconnection = Reconnection()
    private var socket: ClientSocket<Call>?
    /// Why the present connection must end, at the end of the present read or at the next ``advance(_:)``.
    private var fault: LinkFault?

    /// Creates a link, which connects in the first ``advance(_:)``.
    package init(_ settings: Settings, clock: Clocks = .kernel) {
        self.settings = settings
        self.clock = clock
        state = .waiting(until: clock.monotonic())
    }

    /// When ``advance(_:)`` is due even if the socket is not ready; nil if never.
    package var deadline: MonotonicTime? {
        guard fault == nil else { return clock.monotonic() }
        switch state {
        case .waiting(let time), .greeting(let time), .starting(let time): return time
        case .idle, .established, .closed: return nil
        }
    }

    /// Whether calls are possible; false as soon as the connection must end.
    package var isReady: Bool {
        switch state {
        case .starting, .established: fault == nil
        case .idle, .waiting, .greeting, .closed: false
        }
    }

    /// The number of bytes that the kernel has not accepted yet.
    package var unsentCount: Int { socket?.connection.output.count ?? 0 }

    /// Passes the socket to `body`, with the interest to wait for; returns nil if there is no connection.
    ///
    /// The socket is still open while the event `lost` is handled, and is closed after that.
    package func withSocket<Value>(
        _ body: (borrowing Descriptor, Interest) throws(SystemError) -> Value
    ) throws(SystemError) -> Value? {
        guard let socket else { return nil }
        let interest: Interest = unsentCount == 0 ? .readable : [.readable, .writable]
        return try socket.withSocket { (socket) throws(SystemError) in try body(socket, interest) }
    }

    // MARK: Inputs

    /// Connects if an attempt is due, ends a connection whose time is over, and sends what was called.
    package func advance(_ handle: EventHandler) {
        if let fault { end(fault, handle) }
        let now = clock.monotonic()
        switch state {
        case .waiting(let time) where time <= now: openConnection(handle)
        case .greeting(let time) where time <= now: end(.client(.timedOut), handle)
        case .starting(let time) where time <= now: end(.client(.timedOut), handle)
        default: break
        }
        guard let socket else { return }
        do throws(SystemError) {
            _ = try socket.flush()
        } catch {
            // The daemon may have sent the reason before it closed the connection.
            receive(handle)
            if self.socket === socket { end(.client(.closed), handle) }
        }
    }

    /// Receives the available bytes, and handles the messages in them.
    ///
    /// The function stops once it has received `limit` bytes, so the number can exceed the limit by one read.
    package func receive(atMost limit: Int = 64 << 10, _ handle: EventHandler) {
        guard let socket else { return }
        var failure: ClientError?
        do throws(SystemError) {
            _ = try socket.receive(atMost: limit)
        } catch {
            failure = error.errno.meansPeerIsGone ? .closed : .unreachable(error)
        }
        // The caller may close the link while it handles an event.
        socket.read { event, text in if self.socket === socket { self.handle(event, text, handle) } }
        guard self.socket === socket else { return }
        if socket.connection.isGarbled {
            failure = .garbled
        } else if socket.hasEnded {
            failure = failure ?? .closed
        }
        if let fault = fault ?? failure.map({ .client($0) }) { end(fault, handle) }
    }

    // MARK: The caller's decisions

    /// Connects at the next ``advance(_:)`` if there is no connection; does nothing after ``close()``.
    package func connect() {
        switch state {
        case .idle, .waiting:
            state = .waiting(until: clock.monotonic())
            whenDue()
        case .greeting, .starting, .established, .closed: break
        }
    }

    /// Records that the first calls of this connection have succeeded.
    ///
    /// Without it, the link drops the connection after the time limit. The first pause after a confirmed connection is
    /// short, if the connection lasted.
    package func confirm() {
        guard case .starting = state else { return }
        state = .established
        reconnection.succeed(at: clock.monotonic())
    }

    /// Ends the present connection, at the end of the present read or at the next ``advance(_:)``.
    package func drop() { end(because: .dropped) }

    /// Ends all calls, and connects no more.
    package func close() {
        state = .closed
        failCalls()
        (socket, fault) = (nil, nil)
    }

    /// Whether a later connection may succeed, although nobody changes anything for that.
    package func mayPass(_ fault: LinkFault) -> Bool {
        switch fault {
        case .client(.refused(let error)): mayPass(error)
        case .client(.unreachable), .client(.timedOut), .client(.closed), .dropped: true
        case .client(.distrusted), .client(.garbled), .client(.unwritable), .noAddress, .otherProtocol: false
        }
    }

    /// Whether the daemon may accept a request on a later connection that it has refused with this error.
    package func mayPass(_ error: RemoteError) -> Bool {
        switch error.kind {
        case ErrorKind.busy.rawValue, ErrorKind.tooLarge.rawValue: true
        case ErrorKind.unknownWorld.rawValue:
            reconnection.lost.map { clock.monotonic() - $0 < settings.worldPatience } ?? false
        default: false
        }
    }

    // MARK: Calls

    /// Sends a call, whose parameters are not validated here; `handle` receives the response, or the failure, once.
    package func call(_ method: String, _ parameters: some JSONWritable, _ handle: @escaping ResponseHandler) {
        let none: [UInt8] = []
        guard isReady, let socket else { return handle(.failure(.lost), none.span) }
        guard unsentCount < settings.outputLimit else { return handle(.failure(.overloaded), none.span) }
        do {
            try socket.connection.call(method, parameters, .other(handle))
            whenDue()
        } catch {
            handle(.failure(.unwritable), none.span)
        }
    }

    // MARK: One connection

    private func openConnection(_ handle: EventHandler) {
        let none: [UInt8] = []
        do throws(LinkFault) {
            let socket = ClientSocket<Call>(try settings.address.connect())
            self.socket = socket
            state = .greeting(until: clock.monotonic() + settings.limit)
            handle(.connected, none.span)
            var greeting = HelloParameters()
            (greeting.client, greeting.world) = (settings.client, settings.world)
            greeting.reveals = settings.reveals ? true : nil
            greeting.isFixed = settings.isFixed ? true : nil
            do {
                try socket.connection.call(API.Session.hello.name.description, greeting, .greeting)
            } catch {
                preconditionFailure("the parameters of the greeting have no number")
            }
        } catch {
            end(error, handle)
        }
    }

    private func handle(_ event: ClientConnection<Call>.Event, _ text: Span<UInt8>, _ handle: EventHandler) {
        switch event {
        case .result(.greeting, let result): greeted(result, text, handle)
        case .result(.other(let respond), let result): respond(.success(result), text)
        case .error(.greeting?, let error): end(because: .client(.refused(error)))
        case .error(.other(let respond)?, let error): respond(.failure(.refused(error)), text)
        case .error(nil, let error):
            // A daemon that accepts no more connections sends the reason before it reads the greeting.
            if case .greeting = state { return end(because: .client(.refused(error))) }
            handle(.unmatchedError(error), text)
        case .notification(let method, let params): handle(.notification(method: method, params: params), text)
        }
    }

    private func greeted(_ result: JSONRange, _ text: Span<UInt8>, _ handle: EventHandler) {
        guard case .greeting(let deadline) = state else { return }
        let hello: HelloResult
        do throws(LinkFault) {
            hello = try HelloResult(checking: result, in: text)
        } catch {
            return end(because: error)
        }
        state = .starting(until: deadline)
        isInWorld = hello.world != nil
        handle(.ready(hello), text)
    }

    private func end(because fault: LinkFault) {
        guard socket != nil, self.fault == nil else { return }
        self.fault = fault
        whenDue()
    }

    private func end(_ fault: LinkFault, _ handle: EventHandler) {
        let none: [UInt8] = []
        let now = clock.monotonic()
        reconnection.fail(at: now)
        state = settings.reconnects ? .waiting(until: reconnection.next ?? now) : .idle
        failCalls()
        handle(.lost(fault), none.span)
        (socket, self.fault) = (nil, nil)
    }

    private func failCalls() {
        let none: [UInt8] = []
        for case .other(let respond) in socket?.connection.endCalls() ?? [] { respond(.failure(.lost), none.span) }
    }
}

@available(*, unavailable)
extension DaemonLink: Sendable {}
