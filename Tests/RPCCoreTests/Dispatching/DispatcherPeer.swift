import JSONCore
import LoopCore
import RPCTestSupport
import SystemCore

@testable import RPCCore

/// A peer that passes messages to a dispatcher and collects the results, without a connection.
final class DispatcherPeer: Peer {
    let number: UInt64 = 1
    let credentials = PeerCredentials(pid: 2, uid: 3, gid: 4)
    var session: AnyObject?
    var closesOnFault = false
    var keepers = 0
    let unsent = 0
    var hasTime = true

    let service = TestService()
    let methods: MethodTable
    private let dispatcher: Dispatcher
    private let batchLimit: Int
    private(set) var sent: [String] = []
    private(set) var withheldUntil: UInt64?
    private(set) var counts: CallCounts

    init(batchLimit: Int = 1_024) {
        methods = service.methods
        dispatcher = Dispatcher(methods: methods)
        self.batchLimit = batchLimit
        counts = CallCounts(methods: methods.methods.count, pulse: LoopPulse())
    }

    var server: RPCServer { preconditionFailure("a dispatcher by itself has no server") }

    var isWithheld: Bool { withheldUntil != nil }

    func whenSent(_ owner: AnyObject, _ action: @escaping () -> Void) { action() }

    func close() {}

    func withhold(until number: UInt64) {
        withheldUntil = number
    }

    func send(_ message: borrowing ByteBuffer) -> Bool {
        sent.append(String(decoding: [UInt8](message), as: UTF8.self))
        return true
    }

    func send(lazily messages: any LazyMessages) {
        var message = ByteBuffer()
        while true {
            switch messages.advance(&message) {
            case .message:
                _ = send(message)
                message.removeAll()
            case .working: break
            case .done: return
            }
        }
    }

    /// Returns the responses to the first message of a text; an empty string for a notification.
    func response(to text: String) -> String {
        let bytes = Array(text.utf8)
        var framer = Framer(limits: FramingLimits())
        guard case .message(let range) = framer.next(in: bytes.span, isWhole: true) else { return "no message" }
        var writer = JSONWriter()
        handle(range, of: framer, in: bytes.span, &writer)
        return String(decoding: [UInt8](writer.bytes), as: UTF8.self)
    }

    /// Returns the responses to each message of a stream.
    func responses(to stream: Span<UInt8>) -> [String] {
        var limits = FramingLimits()
        limits.nesting = 16
        var framer = Framer(limits: limits)
        var responses: [String] = []
        while true {
            var writer = JSONWriter()
            switch framer.next(in: stream, isWhole: true) {
            case .needsMore: return responses
            case .fault(let fault): writer.failure(RPCError(fault), id: framer.brokenID, in: stream)
            case .message(let range):
                handle(range, of: framer, in: stream, &writer)
            }
            responses.append(String(decoding: [UInt8](writer.bytes), as: UTF8.self))
        }
    }

    private func handle(
        _ range: Range<Int>,
        of framer: borrowing Framer,
        in text: Span<UInt8>,
        _ writer: inout JSONWriter
    ) {
        guard text[range.lowerBound] == UInt8(ascii: "[") else {
            _ = handle(framer.message(range, in: text), in: text, &writer)
            return
        }
        do throws(RPCError) {
            var batch = try OpenBatch(of: JSONRange(range, in: text), in: text, limit: batchLimit)
            while let request = batch.next(in: text) {
                let unwritten = handle(request, in: text, &writer)
                writer.endText()
                batch.add(responseIn: &writer.bytes, from: 0, unwritten)
            }
            if let response = batch.end(to: &writer.bytes, framed: .texts) {
                var skeleton = response.takeSkeleton()
                writer.bytes.append(moving: &skeleton)
            }
        } catch {
            writer.failure(error, id: nil, in: text)
        }
    }

    private func handle(_ message: Message, in text: Span<UInt8>, _ writer: inout JSONWriter) -> UnwrittenResult? {
        dispatcher.handle(message, in: text, from: self, hasRoom: true, writer: &writer, counts: &counts)
    }

    /// Returns the parsed response to a text; nil if there is none.
    func value(_ text: String) throws -> JSON? {
        let response = response(to: text)
        return response.isEmpty ? nil : try JSON.parse(response)
    }
}
