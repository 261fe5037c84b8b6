import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// A connection on which calls are made without waiting for their answers.
final class DaemonConnection {
    /// So much may be unsent before nothing more is to be written.
    private static let mostUnsent = 8 << 20
    /// So much is read before what it tells is published.
    private static let mostAtOnce = 4 << 20

    /// Takes an answer, or why there is none.
    private typealias Waiter = (JSONPlace?, RemoteError?, Span<UInt8>) -> Void

    private let socket: Descriptor
    private var framer = Framer(limits: .answers)
    private var input = ByteBuffer()
    private var output = ByteBuffer()
    private var calls = Correlation<Waiter>()
    private var hasEnded = false
    /// What the daemon has said of something that is no answer to a call: that a message was too long, say.
    private(set) var complaint: RemoteError?
    /// What came was no message.
    private(set) var isStrange = false

    /// Takes over a socket.
    init(_ socket: consuming Descriptor) {
        self.socket = socket
    }

    /// Whether more is to be sent than the kernel takes.
    var isBlocked: Bool { !output.isEmpty }

    /// Whether the daemon does not take what is sent, so that it is better not to send more.
    var isOverloaded: Bool { output.count >= DaemonConnection.mostUnsent }

    /// Calls a declared method; what it answers is handed over by `read`, or `end`.
    func call<Parameters, Result>(
        _ method: MethodDeclaration<Parameters, Result>,
        _ parameters: Parameters,
        _ take: @escaping (Swift.Result<Result, TunerFailure>) -> Void
    ) {
        let id = calls.begin { place, error, text in
            if let place {
                do {
                    take(.success(try Result(place, in: text)))
                } catch {
                    take(.failure(.reported("it answers \(method.name) otherwise than it should")))
                }
            } else {
                take(.failure(error.map { .refused($0) } ?? .gone))
            }
        }
        var buffer = ByteBuffer()
        swap(&buffer, &output)
        var writer = JSONWriter(buffer)
        let mark = writer.mark
        do {
            writer.beginMessage(method.name.description, id: id)
            try parameters.write(to: &writer)
            writer.endObject()
            writer.bytes.append(UInt8(ascii: "\n"))
            writer.endText()
            output = writer.takeBytes()
        } catch {
            writer.rewind(to: mark)
            output = writer.takeBytes()
            _ = calls.end(.integer(id))
            take(.failure(.reported("a number has no JSON")))
        }
    }

    /// Lends the socket to who waits for it.
    func withSocket<Value>(
        _ body: (borrowing Descriptor) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        try body(socket)
    }

    /// Sends what can be sent; answers whether the daemon is still there.
    func flush() -> Bool {
        while !output.isEmpty {
            do throws(SystemError) {
                let transfer = try output.withBytes { (bytes) throws(SystemError) in try Kernel.send(socket, bytes) }
                guard case .bytes(let count) = transfer else { return transfer == .wouldBlock }
                output.removeFirst(count)
            } catch {
                return false
            }
        }
        return true
    }

    /// Reads what has come, answers first handed to their calls, the rest to a body; answers whether the daemon is still
    /// there.
    func read(_ tell: (_ method: JSONPlace, _ params: JSONPlace, Span<UInt8>) -> Void) -> Bool {
        var count = 0
        while count < DaemonConnection.mostAtOnce {
            do throws(SystemError) {
                let transfer = try unsafe input.receive(room: 64 << 10) { (memory) throws(SystemError) in
                    try unsafe Kernel.receive(socket, into: memory)
                }
                guard case .bytes(let received) = transfer else {
                    hasEnded = transfer == .end
                    break
                }
                count += received
            } catch {
                hasEnded = true
                break
            }
        }
        while let isWhole = takeMessage(tell) {
            guard isWhole else {
                isStrange = true
                return false
            }
        }
        return !hasEnded
    }

    /// Tells all who wait that no answer comes.
    func end() {
        let none: [UInt8] = []
        for call in calls.endAll() { call(nil, nil, none.span) }
    }

    /// Takes a message; none where there is no whole one, false where it is none of JSON-RPC.
    private func takeMessage(_ tell: (JSONPlace, JSONPlace, Span<UInt8>) -> Void) -> Bool? {
        var framer = framer
        var buffer = ByteBuffer()
        swap(&buffer, &input)
        defer {
            // A call may have been answered by another one, which does not touch what was read.
            swap(&buffer, &input)
            input.removeFirst(framer.consumed)
            framer.rebase()
            self.framer = framer
        }
        return buffer.withBytes { bytes in
            switch framer.next(in: bytes, isWhole: hasEnded) {
            case .message(let range): take(JSONPlace(range, in: bytes), bytes, tell)
            case .needsMore: nil
            case .fault: false
            }
        }
    }

    private func take(
        _ message: JSONPlace,
        _ text: Span<UInt8>,
        _ tell: (JSONPlace, JSONPlace, Span<UInt8>) -> Void
    ) -> Bool {
        guard message.kind == .object else { return false }
        var (id, result, error, method, params): (JSONPlace?, JSONPlace?, JSONPlace?, JSONPlace?, JSONPlace?)
        var members = JSONMembers(of: message)
        while let (name, value) = members.next(in: text) {
            if name.isString("id", in: text) { id = value }
            if name.isString("result", in: text) { result = value }
            if name.isString("error", in: text) { error = value }
            if name.isString("method", in: text) { method = value }
            if name.isString("params", in: text) { params = value }
        }
        if let method {
            if let params { tell(method, params, text) }
        } else if let id, let waiter = calls.end(id.value(in: text)) {
            waiter(result, error.map { RemoteError($0.value(in: text)) }, text)
        } else if let error {
            complaint = RemoteError(error.value(in: text))
        }
        return true
    }
}

extension RemoteError {
    /// The `error` of an answer.
    fileprivate init(_ error: JSON) {
        var code: Int64 = 0
        if case .integer(let number)? = error["code"] { code = number }
        self.init(code: code, message: error["message"]?.text ?? "", data: error["data"] ?? .null)
    }
}
