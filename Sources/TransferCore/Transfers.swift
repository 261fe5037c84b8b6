internal import CTransfer
package import LoopCore
import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// HTTP requests on an event loop: TLS, proxies and the certificates of the system, by libcurl.
@safe package final class Transfers {
    /// The identity of a request.
    package struct ID: Hashable, Sendable {
        let number: UInt64
    }

    package typealias Handler = (Result<TransferResponse, TransferFault>) -> Void

    @safe private struct Transfer {
        /// The transfer in C, which ends with the callback `end` or by `ctransfer_cancel`.
        let pointer: OpaquePointer
        let request: TransferRequest
        let handle: Handler
        var response = ReceivedResponse()
    }

    private let loop: EventLoop
    private let agent: String
    private var set: OpaquePointer?
    private var transfers: [UInt64: Transfer] = [:]
    private var sockets: [Int32: TransferSocket] = [:]
    private var timer: TimerHeap.ID?
    private var next: UInt64 = 1

    /// Creates an empty set; `agent` is the value of the field `User-Agent`.
    package init(on loop: EventLoop, agent: String) {
        self.loop = loop
        self.agent = agent
        let callbacks = unsafe ctransfer_callbacks(
            watch: { unsafe Transfers.from($0).watch($1, $2) },
            wait: { unsafe Transfers.from($0).wait($1) },
            field: { unsafe Transfers.from($0).receiveLine(of: $1, Transfers.bytes($2, $3)) },
            body: { unsafe Transfers.from($0).receiveBody(of: $1, Transfers.bytes($2, $3)) ? 1 : 0 },
            end: { unsafe Transfers.from($0).end($1, $2) }
        )
        unsafe set = ctransfer_set_new(callbacks, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { close() }

    /// The number of requests without a result.
    package var count: Int { transfers.count }

    /// Sends a request; `handle` receives the result once, never during this call.
    @discardableResult
    package func begin(_ request: TransferRequest, _ handle: @escaping Handler) -> ID {
        let number = next
        next += 1
        guard let set = unsafe set, let pointer = unsafe make(number, request, in: set) else {
            loop.nextTurn { handle(.failure(.notStarted)) }
            return ID(number: number)
        }
        transfers[number] = unsafe Transfer(pointer: pointer, request: request, handle: handle)
        if unsafe ctransfer_begin(set, pointer) == 0 {
            transfers[number] = nil
            loop.nextTurn { handle(.failure(.notStarted)) }
        }
        return ID(number: number)
    }

    /// Ends a request without a result; does nothing if it has ended.
    package func cancel(_ id: ID) {
        guard let set = unsafe set, let transfer = transfers.removeValue(forKey: id.number) else { return }
        unsafe ctransfer_cancel(set, transfer.pointer)
    }

    /// Ends all requests without a result.
    package func close() {
        guard let set = unsafe set else { return }
        for number in Array(transfers.keys) { cancel(ID(number: number)) }
        unsafe ctransfer_set_free(set)
        unsafe self.set = nil
        for socket in sockets.values { socket.close() }
        sockets = [:]
        if let timer { loop.cancel(timer) }
        timer = nil
    }

    private func make(_ number: UInt64, _ request: TransferRequest, in set: OpaquePointer) -> OpaquePointer? {
        let lines = request.fields.map { "\($0.name): \($0.value)" }
        let texts = [request.url, request.certificates ?? ""]
        guard ["http", "https"].contains(request.scheme), texts.allSatisfy({ !$0.utf8.contains(0) }),
            lines.allSatisfy({ line in !line.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 } })
        else { return nil }
        var settings = unsafe ctransfer_request()
        unsafe settings.whole_milliseconds = Transfers.milliseconds(request.wholeTime)
        unsafe settings.accepts_compression = request.acceptsCompression ? 1 : 0
        unsafe settings.has_own_connection = request.hasOwnConnection ? 1 : 0
        // libcurl copies all texts, and CTransfer copies the body.
        let copies = unsafe [request.url, request.scheme, agent, request.certificates].map { text in
            unsafe text.map { unsafe strdup($0) }
        }
        defer { for index in unsafe copies.indices { unsafe free(copies[index] ?? nil) } }
        unsafe settings.url = UnsafePointer(copies[0] ?? nil)
        unsafe settings.scheme = UnsafePointer(copies[1] ?? nil)
        unsafe settings.agent = UnsafePointer(copies[2] ?? nil)
        unsafe settings.certificates = UnsafePointer(copies[3] ?? nil)
        // A body without bytes must have an address, too.
        let body = request.body.map { $0 + [0] }
        let transfer = unsafe (body ?? []).withUnsafeBytes { bytes in
            if body != nil {
                unsafe settings.body = bytes.baseAddress
                unsafe settings.body_count = bytes.count - 1
            }
            return unsafe ctransfer_new(set, number, &settings)
        }
        guard let transfer = unsafe transfer else { return nil }
        for line in lines where unsafe ctransfer_add_field(transfer, line) == 0 { break }
        return unsafe transfer
    }

    /// Returns a limit in milliseconds; 0 is no limit.
    private static func milliseconds(_ time: Duration?) -> Int {
        time.map { max(1, Int($0.saturatedNanoseconds / 1_000_000)) } ?? 0
    }

    // MARK: Calls of C

    private static func from(_ context: UnsafeMutableRawPointer?) -> Transfers {
        guard let context = unsafe context else { preconditionFailure("C passes the context that it has") }
        return unsafe Unmanaged<Transfers>.fromOpaque(context).takeUnretainedValue()
    }

    private static func bytes(_ start: UnsafePointer<CChar>?, _ count: Int) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: start, count: count)
    }

    private func watch(_ socket: Int32, _ interest: Int32) {
        guard interest != 0 else {
            sockets.removeValue(forKey: socket)?.close()
            return
        }
        if let watched = sockets[socket] {
            watched.wait(for: interest)
        } else if let watched = TransferSocket(socket, on: loop, { [unowned self] in ready(socket, $0) }) {
            sockets[socket] = watched
            watched.wait(for: interest)
        }
    }

    private func wait(_ milliseconds: Int) {
        if let timer { loop.cancel(timer) }
        timer = nil
        guard milliseconds >= 0 else { return }
        timer = loop.schedule(after: .milliseconds(milliseconds)) { [unowned self] in
            timer = nil
            if let set = unsafe set { unsafe ctransfer_time(set) }
        }
    }

    private func ready(_ socket: Int32, _ readiness: Int32) {
        if let set = unsafe set { unsafe ctransfer_ready(set, socket, readiness) }
    }

    private func receiveLine(of number: UInt64, _ line: UnsafeRawBufferPointer) {
        transfers[number]?.response.receiveLine(unsafe line.bindMemory(to: UInt8.self).span)
    }

    private func receiveBody(of number: UInt64, _ piece: UnsafeRawBufferPointer) -> Bool {
        guard let transfer = transfers[number] else { return false }
        let passOn = transfer.request.whenReceived
        let most = transfer.request.mostBytes
        let piece = unsafe piece.bindMemory(to: UInt8.self).span
        guard transfers[number]?.response.receive(piece, atMost: most, isPassedOn: passOn != nil) == true else {
            return false
        }
        passOn?(piece)
        return true
    }

    private func end(_ number: UInt64, _ end: ctransfer_end) {
        guard let transfer = transfers.removeValue(forKey: number) else { return }
        let response = transfer.response
        switch unsafe end.outcome {
        case CTRANSFER_DONE:
            let redirect = unsafe end.redirect.map { unsafe String(cString: $0) }
            transfer.handle(
                .success(
                    TransferResponse(
                        status: unsafe end.status,
                        fields: response.fields,
                        body: response.body,
                        redirect: redirect
                    )
                )
            )
        case CTRANSFER_TIMED_OUT: transfer.handle(.failure(.timedOut))
        case CTRANSFER_REFUSED: transfer.handle(.failure(.tooLong(most: transfer.request.mostBytes)))
        default:
            let reason = unsafe end.reason.map { unsafe String(cString: $0) } ?? "the connection failed"
            transfer.handle(.failure(.failed(reason)))
        }
    }
}

@available(*, unavailable)
extension Transfers: Sendable {}
