import LoadGenerator
import SystemCore

/// The arguments and options of the command line.
struct Options {
    enum Kind: String {
        case rate, deliver
    }

    let kind: Kind
    private let address: UnixAddress
    private let requests: [String]
    private var clients = 1
    private var depth = 1
    private var seconds = 1.0
    /// The rule of the responses; of the responses to a change, in a delivery.
    private var response = Rule()
    private var notification = Rule()
    /// The lines of the response to a subscription.
    private var subscribedLines = 1

    /// The words of a rule.
    private struct Rule {
        var beginning = ""
        var ending = "\n"
        var forbidden = ""
        var varying: Int?

        func made() -> ResponseRule {
            ResponseRule(beginning: beginning, ending: ending, forbidden: forbidden, varying: varying)
        }
    }

    init(_ arguments: ArraySlice<String>) throws {
        var rest = arguments
        guard let kind = rest.popFirst().flatMap(Kind.init), let socket = rest.popFirst(), let file = rest.popFirst()
        else { throw UsageFault(text: "usage: scale-load rate|deliver SOCKET FILE [OPTION]...") }
        self.kind = kind
        address = try UnixAddress(socket)
        let text = try KernelFile(try Kernel.open(file, .read)).readWhole()
        requests = text.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw UsageFault(text: "\(option) wants a value") }
            try set(option, value)
        }
        guard requests.count >= (kind == .deliver ? 2 : 1) else { throw UsageFault(text: "too few requests") }
    }

    private mutating func set(_ option: String, _ value: String) throws {
        switch option {
        case "--clients": clients = try Self.number(option, value)
        case "--depth": depth = try Self.number(option, value)
        case "--milliseconds": seconds = Double(try Self.number(option, value)) / 1000
        case "--beginning": response.beginning = value
        case "--forbidden": response.forbidden = value
        case "--ending": response.ending = value
        case "--varying": response.varying = try Self.number(option, value, from: 0)
        case "--subscribed-lines": subscribedLines = try Self.number(option, value)
        case "--notification": notification.beginning = value
        case "--notification-ending": notification.ending = value
        case "--notification-varying": notification.varying = try Self.number(option, value, from: 0)
        default: throw UsageFault(text: "unknown option '\(option)'")
        }
    }

    private static func number(_ option: String, _ value: String, from least: Int = 1) throws -> Int {
        guard let number = Int(value), number >= least else {
            throw UsageFault(text: "\(option) wants a number from \(least), not '\(value)'")
        }
        return number
    }

    /// Returns the plan of a load with all requests in turn.
    func loadPlan() -> LoadPlan {
        var plan = LoadPlan(to: address, requests: requests.map { RequestTemplate($0) }, response: response.made())
        plan.connections = clients
        plan.depth = depth
        plan.duration = .seconds(seconds)
        plan.warmUp = .seconds(seconds / 5)
        return plan
    }

    /// Returns the plan of a delivery to as many subscribers as there are clients.
    func deliveryPlan() -> FanoutPlan {
        var plan = FanoutPlan(
            to: address,
            requests: [RequestTemplate(requests[1])],
            response: response.made(),
            subscribing: FanoutPlan.Subscribing(requests[0], lines: subscribedLines),
            delivery: notification.made()
        )
        plan.subscribers = clients
        plan.duration = .seconds(seconds)
        plan.warmUp = .seconds(seconds / 5)
        return plan
    }
}

/// A wrong command line.
struct UsageFault: Error, CustomStringConvertible {
    let text: String

    var description: String { text }
}
