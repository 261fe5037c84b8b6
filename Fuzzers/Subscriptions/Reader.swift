import JSONCore
import RPCCore
import SystemCore

/// A connection with its subscriptions, and the notifications of each so far.
final class Reader {
    /// The sum of a subscription's notifications.
    private struct Replay {
        let interest: JSONObject
        var values: [String: JSON]
        var revision: JSON?
    }

    let client: Client
    private var replays: [String: Replay] = [:]

    init(_ address: UnixAddress, world: String?) throws {
        client = try Client(connectingTo: address, within: .seconds(60))
        if let world {
            try call("session.hello", ["world": .string(world)])
        }
    }

    @discardableResult
    func call(_ method: String, _ params: JSON = [:]) throws -> JSON {
        try client.call(method, params, within: .seconds(60))
    }

    func subscribe(_ interest: JSONObject) throws {
        // The limit of subscriptions of a connection.
        guard replays.count < 1_000 else { return }
        let response = try call("tunables.subscribe", .object(interest))
        guard let name = response["subscription"]?.text else { fatalError("no subscription: \(response)") }
        replays[name] = Replay(
            interest: interest,
            values: response["values"]?.byName ?? [:],
            revision: response["revision"]
        )
    }

    func unsubscribe(_ choice: Int) throws {
        let names = replays.keys.sorted()
        guard !names.isEmpty else { return }
        try call("tunables.unsubscribe", ["subscription": .string(names[choice % names.count])])
        // Notifications that were sent before also count.
        try read()
        replays[names[choice % names.count]] = nil
    }

    /// Reads the received notifications.
    func read() throws {
        while let notification = try client.nextNotification(within: .zero) {
            apply(notification.params)
        }
    }

    private func apply(_ params: JSON) {
        guard let name = params["subscription"]?.text, var replay = replays[name] else {
            fatalError("a notification of no subscription: \(params)")
        }
        precondition(params["from"] == replay.revision, "behind \(String(describing: replay.revision)): \(params)")
        replay.revision = params["to"]
        let changes = params["changes"]?.list ?? []
        precondition(!changes.isEmpty, "nothing has changed: \(params)")
        for change in changes {
            let key = change["key"]?.text ?? ""
            precondition(change["old"] == replay.values[key], "\(key) was something else: \(params)")
            precondition(change["old"] != change["value"], "\(key) did not change: \(params)")
            replay.values[key] = change["value"]
        }
        replays[name] = replay
    }

    /// Compares the notifications of each subscription with the values that the connection reads.
    func check() throws {
        let all = try call("tunables.getAll")["values"]?.byName ?? [:]
        try read()
        for (name, replay) in replays {
            let wanted = all.filter { Interest.wants($0.key, replay.interest) }
            precondition(replay.values == wanted, "\(name) \(replay.interest): \(replay.values), not \(wanted)")
        }
    }
}

extension JSON {
    fileprivate var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    fileprivate var list: [JSON]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    fileprivate var byName: [String: JSON] {
        guard case .object(let object) = self else { return [:] }
        return Dictionary(object.members.map { ($0.name, $0.value) }) { first, _ in first }
    }
}
