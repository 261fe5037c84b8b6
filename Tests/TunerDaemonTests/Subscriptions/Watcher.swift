import JSONCore
import RPCCore
import TestSupport

/// A subscriber that applies its notifications and records contradictions.
///
/// A contradiction is a missing, repeated or reordered change, or a wrong old value.
final class Watcher {
    /// The changes in one notification, or in a response that resumes.
    struct ReceivedChanges {
        let from: Int64
        let to: Int64
        let changes: [JSON]
        let hasActor: Bool
    }

    /// The values of the keys, if all notifications are true.
    private(set) var values: [String: JSON] = [:]
    /// All notifications and resumed changes, in order.
    private(set) var received: [ReceivedChanges] = []
    /// The contradictions.
    private(set) var faults: [String] = []
    private(set) var epoch = ""
    private(set) var revision: Int64 = -1
    private(set) var wasResumed = false
    private(set) var subscription = ""
    private(set) var client: Client
    let interest: JSONObject

    /// Subscribes for the first time.
    init(_ interest: JSONObject, on client: Client) throws {
        self.interest = interest
        self.client = client
        try subscribe()
    }

    /// Resumes on another connection, from the last epoch and revision.
    func resume(on client: Client) throws {
        self.client = client
        try subscribe()
    }

    private func subscribe() throws {
        var params = interest
        if revision >= 0 {
            params["since"] = ["epoch": .string(epoch), "revision": .integer(revision)]
        }
        let response = try client.call("tunables.subscribe", .object(params))
        wasResumed = response["resumed"] == true
        if wasResumed {
            apply(response["changes"]?.elements ?? [])
            received.append(
                ReceivedChanges(
                    from: revision,
                    to: response["revision"]?.integer ?? -1,
                    changes: response["changes"]?.elements ?? [],
                    hasActor: false
                )
            )
        } else if case .object(let members)? = response["values"] {
            values = Dictionary(uniqueKeysWithValues: members.members.map { ($0.name, $0.value) })
            received = []
        }
        subscription = response["subscription"]?.string ?? ""
        epoch = response["epoch"]?.string ?? ""
        revision = response["revision"]?.integer ?? -1
    }

    /// Handles one notification; returns false if none arrives in time.
    func receive(within limit: Duration) throws -> Bool {
        guard let notification = try client.nextNotification(within: limit) else { return false }
        let params = notification.params
        guard params["subscription"]?.string == subscription else { return true }
        guard let from = params["from"]?.integer, let to = params["to"]?.integer else {
            faults.append("no revisions: \(params)")
            return true
        }
        if from != revision {
            faults.append("from \(from) behind \(revision)")
        }
        if to < from {
            faults.append("to \(to) before \(from)")
        }
        revision = to
        let changes = params["changes"]?.elements ?? []
        if changes.isEmpty {
            faults.append("nothing changed from \(from) to \(to)")
        }
        received.append(ReceivedChanges(from: from, to: to, changes: changes, hasActor: params["actor"] != nil))
        apply(changes)
        return true
    }

    private func apply(_ changes: [JSON]) {
        var keys: Set<String> = []
        for change in changes {
            let key = change["key"]?.string ?? ""
            if !keys.insert(key).inserted {
                faults.append("\(key) is notified twice at \(revision)")
            }
            if change["old"] != values[key] {
                faults.append("\(key) had \(String(describing: values[key])), notified at \(revision): \(change)")
            }
            if change["old"] == change["value"] {
                faults.append("\(key) is notified and did not change: \(change)")
            }
            values[key] = change["value"]
        }
    }

    /// Compares the notifications with the daemon's history: each must contain exactly the changes of its commits.
    func check(against commits: [JSON], wants: (String) -> Bool) {
        for stretch in received where stretch.from < stretch.to {
            var first: [String: JSON?] = [:]
            var last: [String: JSON?] = [:]
            for commit in commits {
                guard let revision = commit["revision"]?.integer, revision > stretch.from, revision <= stretch.to else {
                    continue
                }
                for change in commit["changes"]?.elements ?? [] {
                    guard let key = change["key"]?.string, wants(key) else { continue }
                    if first.index(forKey: key) == nil {
                        first.updateValue(change["old"], forKey: key)
                    }
                    last.updateValue(change["value"], forKey: key)
                }
            }
            let expected = last.filter { $0.value != first[$0.key] ?? nil }
            var seen: [String: JSON?] = [:]
            for change in stretch.changes {
                seen.updateValue(change["value"], forKey: change["key"]?.string ?? "")
            }
            if seen != expected {
                faults.append("from \(stretch.from) to \(stretch.to): received \(seen), history says \(expected)")
            }
        }
    }
}
