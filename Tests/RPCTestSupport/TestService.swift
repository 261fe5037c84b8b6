package import JSONCore
import LoopCore
package import RPCCore
import SystemCore

/// The methods that tests call: the examples of the JSON-RPC specification, and others that withhold responses or send
/// notifications.
package final class TestService {
    /// The server of these methods, which `stats`, `closeAll`, `end` and `stop` use.
    package weak var server: RPCServer?

    /// Called by `spend` with milliseconds; a test sets this to advance its clock.
    package var spend: (Int64) -> Void = { _ in }

    /// Called when a peer has left; a test sets this.
    package var whenForgotten: () -> Void = {}

    /// The names of the called methods, in the order of the calls.
    package private(set) var called: [String] = []

    /// The peers that called `subscribe` and have not left, by their numbers.
    package private(set) var subscribers: [UInt64: any Peer] = [:]

    /// The highest number that responses were withheld until.
    package private(set) var number: UInt64 = 0

    /// How many pieces of the results of `count` were written, including those written only to count the length.
    package private(set) var pieces = 0

    /// Whether the server has ended after a call of `end`.
    package private(set) var hasEnded = false

    package init() {}

    package var methods: MethodTable {
        var table = MethodTable()
        addExamples(to: &table)
        addPlain(to: &table)
        addLong(to: &table)
        addWithholding(to: &table)
        addNotifying(to: &table)
        addServing(to: &table)
        return table
    }

    /// Removes a peer that has left from the subscribers.
    package func forget(_ peer: any Peer) {
        subscribers[peer.number] = nil
        whenForgotten()
    }

    private func addExamples(to table: inout MethodTable) {
        table.add("subtract") { (operands: Operands, _) throws(RPCError) in
            let (difference, overflow) = operands.minuend.subtractingReportingOverflow(operands.subtrahend)
            guard !overflow else { throw RPCError(.invalidParams, "the difference has no room in 64 bits") }
            return difference
        }
        table.add("sum") { (terms: Terms, _) in terms.terms.reduce(0, &+) }
        table.add("get_data") { (_: NoFields, _) in ["hello", 5] as JSON }
        table.add("update") { [unowned self] (_: Terms, _) in
            called.append("update")
            return JSON.null
        }
        table.add("notify_hello") { [unowned self] (_: Terms, _) in
            called.append("notify_hello")
            return JSON.null
        }
        table.add("notify_sum") { [unowned self] (_: Terms, _) in
            called.append("notify_sum")
            return JSON.null
        }
    }

    private func addPlain(to table: inout MethodTable) {
        table.add("ping") { (_: NoFields, _) in "pong" }
        table.add("echo") { (parameter: OneValue, _) in parameter.value ?? "nothing" }
        table.add("fill") { (parameter: OneNumber, _) throws(RPCError) in
            let count = parameter.number ?? 0
            guard (0...64 << 20).contains(count) else { throw RPCError(.invalidParams, "fills at most 64 MiB") }
            return String(repeating: "x", count: Int(count))
        }
        table.add("spend") { [unowned self] (parameter: OneNumber, _) in
            spend(parameter.number ?? 0)
            return true
        }
        table.add("fail") { (_: NoFields, _) throws(RPCError) -> JSON in
            throw RPCError(.busy, "not now", facts: ["retry": true])
        }
        table.add("unspeakable") { (_: NoFields, _) in JSON.array([1, .double(.nan)]) }
        table.add("credentials") { (_: NoFields, peer) in
            ["pid": .integer(Int64(peer.credentials.pid)), "uid": .integer(Int64(peer.credentials.uid))] as JSON
        }
        table.add("closeOnFault") { (_: NoFields, peer) in
            peer.closesOnFault = true
            return true
        }
    }

    private func addLong(to table: inout MethodTable) {
        table.add(
            "count",
            streaming: { [unowned self] (wish: CountedNumbers.Wish, _) in
                CountedNumbers(wish) { [unowned self] in pieces += 1 }
            }
        )
        table.add("countAtOnce") { (wish: CountedNumbers.Wish, _) in Array(0..<wish.count) }
    }

    private func addWithholding(to table: inout MethodTable) {
        table.add("withhold") { [unowned self] (parameter: OneNumber, peer) in
            peer.withhold(until: next(parameter.number))
            return "withheld"
        }
        table.add("withholdAndFail") { [unowned self] (parameter: OneNumber, peer) throws(RPCError) -> JSON in
            peer.withhold(until: next(parameter.number))
            throw RPCError(.busy, "not now")
        }
        table.add("isWithheld") { (_: NoFields, peer) in peer.isWithheld }
        table.add("after") { [unowned self] (parameter: OneNumber, peer) in
            let number = next(nil)
            peer.withhold(until: number)
            server?.loop.schedule(after: .milliseconds(parameter.number ?? 0)) { [unowned self] in
                server?.release(through: number)
            }
            return "after"
        }
        table.add("release") { [unowned self] (parameter: OneNumber, _) in
            release(through: parameter.number.map(UInt64.init(clamping:)))
            return true
        }
        table.add("failWithheld") { [unowned self] (_: NoFields, _) in
            failWithheld()
            return true
        }
    }

    /// Returns the requested number, or else a number that was not used before.
    private func next(_ wanted: Int64?) -> UInt64 {
        let next = wanted.map(UInt64.init(clamping:)) ?? number + 1
        number = max(number, next)
        return next
    }

    /// Releases a number, or all numbers that were used.
    package func release(through released: UInt64? = nil) {
        server?.release(through: released ?? number)
    }

    /// The error that `failWithheld` sends in place of withheld responses.
    package static let storage = RPCError(RPCErrorKind("storage", -32_009), "the disk is full", facts: ["free": 0])

    /// Replaces all withheld responses with errors.
    package func failWithheld() {
        server?.failWithheld(with: TestService.storage)
    }

    private func addNotifying(to table: inout MethodTable) {
        table.add("send") { (parameter: OneNumber, peer) throws(RPCError) in
            let count = parameter.number ?? 1
            guard (0...1_000).contains(count) else {
                throw RPCError(.invalidParams, "sends at most 1000 notifications")
            }
            for number in 0..<count {
                peer.send(TestService.notification("sent", .integer(number)))
            }
            return true
        }
        table.add("subscribe") { [unowned self] (_: NoFields, peer) in
            if subscribers.updateValue(peer, forKey: peer.number) == nil {
                peer.keepers += 1
            }
            return true
        }
        table.add("unsubscribe") { [unowned self] (_: NoFields, peer) in
            if subscribers.removeValue(forKey: peer.number) != nil {
                peer.keepers -= 1
            }
            return true
        }
        table.add("publish") { [unowned self] (parameter: OneValue, _) in
            publish(parameter.value ?? .null)
            return Int64(subscribers.count)
        }
    }

    /// Sends a notification to all subscribers, in the order in which they connected.
    package func publish(_ value: JSON) {
        for (_, peer) in subscribers.sorted(by: { $0.key < $1.key }) {
            peer.send(TestService.notification("published", value))
        }
    }

    private func addServing(to table: inout MethodTable) {
        table.add("stats") { [unowned self] (_: NoFields, _) in
            [
                "connections": .integer(Int64(server?.connectionCount ?? 0)),
                "unreadInput": .integer(Int64(server?.unreadInput ?? 0)),
            ] as JSON
        }
        table.add("closeAll") { [unowned self] (_: NoFields, _) in
            server?.closeAll()
            return true
        }
        table.add("end") { [unowned self] (_: NoFields, _) in
            server?.end(within: .seconds(5)) { [weak self] in self?.hasEnded = true }
            return true
        }
        table.add("stop") { [unowned self] (_: NoFields, _) in
            server?.loop.stop()
            return true
        }
    }

    /// Returns a complete notification with one parameter, `value`.
    package static func notification(_ method: StaticString, _ value: JSON) -> ByteBuffer {
        var writer = JSONWriter()
        writer.beginNotification(method)
        do {
            try writer.value(["value": value])
        } catch {
            writer.null()
        }
        writer.endObject()
        return writer.takeBytes()
    }
}
