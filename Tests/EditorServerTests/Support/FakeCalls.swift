import ClientCore
import JSONCore
import RPCCore

@testable import EditorServer

/// A daemon whose responses the test gives.
final class FakeCalls: DaemonCalls {
    /// The calls in order, as text: `tunables.subscribe {"keys":["a"]}`.
    var calls: [String] = []
    /// Returns the response to a call; nil leaves the call open.
    var respond: (String, JSON) -> Result<JSON, CallFailure>? = { _, _ in nil }
    /// The calls without a response.
    private var open: [(method: String, handle: ResponseHandler)] = []

    func call(_ method: String, _ parameters: any JSONWritable, _ handle: @escaping ResponseHandler) {
        var writer = JSONWriter()
        try? parameters.write(to: &writer)
        let text = String(decoding: [UInt8](writer.takeBytes()), as: UTF8.self)
        calls.append("\(method) \(text)")
        guard let result = respond(method, (try? JSON.parse(text)) ?? .null) else {
            return open.append((method, handle))
        }
        FakeCalls.end(handle, result)
    }

    /// Responds to the first open call of a method.
    func finish(_ method: String, _ result: Result<JSON, CallFailure>) {
        guard let index = open.firstIndex(where: { $0.method == method }) else { return }
        FakeCalls.end(open.remove(at: index).handle, result)
    }

    private static func end(_ handle: ResponseHandler, _ result: Result<JSON, CallFailure>) {
        switch result {
        case .success(let value):
            let text = Array(((try? value.written()) ?? "null").utf8)
            guard let range = try? JSON.check(text.span) else { return }
            handle(.success(range), text.span)
        case .failure(let failure):
            let none: [UInt8] = []
            handle(.failure(failure), none.span)
        }
    }
}

extension CallFailure {
    /// The error of the daemon for a key that it does not know.
    static func unknownKey(_ message: String, nearest: String? = nil) -> CallFailure {
        var data: JSONObject = ["kind": "unknownKey"]
        data["nearest"] = nearest.map { .string($0) }
        return .refused(RemoteError(code: -32_001, message: message, data: .object(data)))
    }
}
