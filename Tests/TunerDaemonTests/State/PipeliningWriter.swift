import JSONCore
import TestSupport

/// A client that writes and reads without waiting, and derives the stored values from the responses.
///
/// A write whose response is a `storage` error must never be stored.
final class PipeliningWriter {
    /// The expected values of the keys, if all responses are true.
    private(set) var values: [String: Int64] = [:]
    /// The number of requests that failed with a `storage` error.
    private(set) var failures = 0
    /// The responses that contradict the expected values or the order.
    private(set) var faults: [String] = []

    private let name: String
    private let wire: TestPeer
    private var generator: SeededGenerator
    private var number: Int64 = 0
    private var sent: [Request] = []
    private var acknowledged = 0
    private var unread = ""

    private enum Request {
        case set(String, Int64)
        case update([String], Int64)
        case get(String)
    }

    init(_ name: String, on wire: TestPeer, seed: UInt64) {
        self.name = name
        self.wire = wire
        generator = SeededGenerator(seed: seed)
    }

    /// The number of sent requests.
    var count: Int { sent.count }

    /// The number of requests without a response.
    var waiting: Int { sent.count - acknowledged }

    /// Sends a random request.
    func write() throws {
        number += 1
        let key = "\(name).k\(Int.random(in: 0..<3, using: &generator))"
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: try send(.get(key), "tunables.get", #"{"key":"\#(key)","default":0}"#)
        case 1:
            let keys = ["a", "b"].map { "\(name).\($0)" }
            let values = keys.map { #""\#($0)":\#(number)"# }.joined(separator: ",")
            try send(.update(keys, number), "tunables.update", #"{"values":{\#(values)}}"#)
        default: try send(.set(key, number), "tunables.set", #"{"key":"\#(key)","value":\#(number)}"#)
        }
    }

    private func send(_ what: Request, _ method: String, _ params: String) throws {
        sent.append(what)
        try wire.write(request(method, sent.count, params))
    }

    /// Handles the responses that have arrived.
    func read() throws {
        unread += wire.read()
        try receive()
    }

    /// Waits for all responses.
    func readAll() throws {
        let missing = waiting
        let before = unread
        unread += wire.read { (before + $0).count { $0 == "\n" } >= missing }
        try receive()
    }

    private func receive() throws {
        while let end = unread.firstIndex(of: "\n") {
            let line = String(unread[..<end])
            unread = String(unread[unread.index(after: end)...])
            let message = try JSON.parse(line)
            acknowledged += 1
            guard message["id"] == .integer(Int64(acknowledged)) else {
                faults.append("instead of \(acknowledged): \(line)")
                continue
            }
            if let result = message["result"] {
                check(result, of: sent[acknowledged - 1], line)
            } else if message["error"]["data"]["kind"] == "storage" {
                failures += 1
            } else {
                faults.append(line)
            }
        }
    }

    private func check(_ result: JSON, of request: Request, _ line: String) {
        switch request {
        case .get(let key):
            // The request follows all writes that have a response, and a failed write must already be undone.
            if result["value"]?.integer != values[key] ?? 0 {
                faults.append("\(values[key] ?? 0) expected: \(line)")
            }
        case .set(let key, let value): values[key] = value
        case .update(let keys, let value):
            for key in keys { values[key] = value }
        }
    }
}
