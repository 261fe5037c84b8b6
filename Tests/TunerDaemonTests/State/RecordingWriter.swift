import JSONCore
import SystemCore
import TestSupport
import Testing

/// A client that writes without waiting, computes the effect of each request, and records the responses.
final class RecordingWriter {
    /// The values of the keys after each request; the first element holds the initial values.
    private(set) var states: [[String: Int64]]
    /// The number of requests that have a response.
    private(set) var acknowledged = 0
    /// The revisions in the responses, in their order.
    private(set) var revisions: [Int64] = []
    /// The first wrong response.
    private(set) var fault: String?

    private let name: String
    private let wire: TestPeer
    private var generator: SeededGenerator
    private var number: Int64
    private var unread = ""

    /// Connects a writer whose keys have `values`; `number` is greater than all of them.
    init(_ name: String, to wire: TestPeer, holding values: [String: Int64], number: Int64, seed: UInt64) throws {
        self.name = name
        self.wire = wire
        states = [values]
        self.number = number
        generator = SeededGenerator(seed: seed)
        try wire.write(request("session.hello", nil, #"{"client":"\#(name)"}"#))
    }

    /// The number of sent requests.
    var sent: Int { states.count - 1 }

    /// Sends a random request, unless 40 requests have no response yet.
    func write() throws {
        guard sent - acknowledged < 40 else { return }
        number += 1
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1, 2:
            let key = "\(name).counter\(Int.random(in: 0..<3, using: &generator))"
            try send("tunables.set", #"{"key":"\#(key)","value":\#(number)}"#, [key: number])
        case 3:
            let keys = ["a", "b", "c"].map { "\(name).together.\($0)" }
            try send("tunables.update", #"{"values":\#(Self.object(keys, number))}"#, Self.values(keys, number))
        case 4:
            let keys = ["a", "b"].map { "\(name).layer.\($0)" }
            let params = #"{"name":"\#(name)","values":\#(Self.object(keys, number))}"#
            try send("layers.put", params, Self.values(keys, number))
        default:
            let keys = ["a", "b"].map { "\(name).undone.\($0)" }
            let before = states[sent]
            try send("tunables.update", #"{"values":\#(Self.object(keys, number))}"#, Self.values(keys, number))
            try send("tunables.undo", "{}", before, isWhole: true)
        }
    }

    private func send(_ method: String, _ params: String, _ values: [String: Int64], isWhole: Bool = false) throws {
        states.append(isWhole ? values : states[sent].merging(values) { $1 })
        try wire.write(request(method, sent, params))
    }

    /// Handles the responses that have arrived, which must be in request order.
    func read() throws {
        unread += wire.read()
        while let end = unread.firstIndex(of: "\n") {
            let line = String(unread[..<end])
            unread = String(unread[unread.index(after: end)...])
            let message = try JSON.parse(line)
            guard message["id"] == .integer(Int64(acknowledged + 1)),
                let revision = message["result"]["revision"]?.integer
            else {
                fault = fault ?? line
                continue
            }
            acknowledged += 1
            revisions.append(revision)
        }
    }

    /// Handles everything that was sent before the daemon closed the connection.
    func readToEnd() throws {
        unread += wire.readToEnd()
        try read()
    }

    private static func object(_ keys: [String], _ number: Int64) -> String {
        "{" + keys.map { #""\#($0)":\#(number)"# }.joined(separator: ",") + "}"
    }

    private static func values(_ keys: [String], _ number: Int64) -> [String: Int64] {
        Dictionary(uniqueKeysWithValues: keys.map { ($0, number) })
    }
}
