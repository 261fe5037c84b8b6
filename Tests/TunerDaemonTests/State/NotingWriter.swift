import JSONCore
import SystemCore
import TestSupport
import Testing

/// A client that writes without waiting, knows what each of its requests makes of its keys, and notes what was answered.
final class NotingWriter {
    /// What its keys hold behind each request; first what they held before all of them.
    private(set) var states: [[String: Int64]]
    /// How many requests were answered.
    private(set) var answered = 0
    /// The revisions of the commits that were answered, in their order.
    private(set) var revisions: [Int64] = []
    /// The first answer that is not as it should be.
    private(set) var fault: String?

    private let name: String
    private let wire: Wire
    private var generator: SeededGenerator
    private var number: Int64
    private var unread = ""

    /// Connects one more life of the writer of this name, whose keys hold these values; `number` is higher than them all.
    init(_ name: String, to wire: Wire, holding values: [String: Int64], number: Int64, seed: UInt64) throws {
        self.name = name
        self.wire = wire
        states = [values]
        self.number = number
        generator = SeededGenerator(seed: seed)
        try wire.write(request("session.hello", nil, #"{"client":"\#(name)"}"#))
    }

    /// Requests that were sent.
    var sent: Int { states.count - 1 }

    /// Sends something random, unless much is unanswered.
    func write() throws {
        guard sent - answered < 40 else { return }
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

    /// Takes the answers that have come; each must be the next one's.
    func read() throws {
        unread += wire.read()
        while let end = unread.firstIndex(of: "\n") {
            let line = String(unread[..<end])
            unread = String(unread[unread.index(after: end)...])
            let message = try JSON.parse(line)
            guard message["id"] == .integer(Int64(answered + 1)), let revision = message["result"]["revision"]?.integer
            else {
                fault = fault ?? line
                continue
            }
            answered += 1
            revisions.append(revision)
        }
    }

    /// Takes what was sent before the other side was gone.
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
