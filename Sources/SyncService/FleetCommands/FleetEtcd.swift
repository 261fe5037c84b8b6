import JSONCore
import LoopCore
import SyncEngine
import SystemCore
import TransferCore
import TunerAPI

/// The etcd of a fleet, for a command: each call waits for the response.
final class FleetEtcd {
    /// A key with its value.
    struct Item: Equatable {
        let key: String
        let value: [UInt8]
        /// The revision of the last change of the key.
        let revision: Int64
    }

    private static let pageSize: Int64 = 1_000
    /// etcd's own limit is 128.
    private static let mostOperations = 100

    let keys: FleetKeys
    private let loop: EventLoop
    private let client: EtcdClient
    private let transfers: Transfers

    init(_ settings: FleetSettings) throws(SystemError) {
        loop = try EventLoop()
        keys = FleetKeys(prefix: settings.place.keys.text)
        transfers = Transfers(on: loop, agent: "tunersync/\(API.release)")
        client = EtcdClient(
            endpoints: settings.place.endpoints,
            user: settings.place.user,
            password: settings.place.password,
            certificates: settings.certificates,
            transfers,
            on: loop
        )
    }

    /// Waits for a time.
    func pause(_ time: Duration) throws(SystemError) {
        loop.schedule(after: time) { [unowned self] in loop.stop() }
        try loop.run()
    }

    // MARK: Keys

    /// Returns a key; nil if there is none.
    func item(_ key: String) throws -> Item? {
        try range(["key": FleetEtcd.base64(key)]).items.first
    }

    /// Returns all keys that begin with a prefix, page by page, so that no response is large.
    func items(below prefix: String, withValues hasValues: Bool = true, most: Int = .max) throws -> [Item] {
        var items: [Item] = []
        var start = Array(prefix.utf8)
        while items.count < most {
            var body: JSONObject = [
                "key": .string(Base64.text(start)), "range_end": FleetEtcd.base64(FleetEtcd.end(of: prefix)),
                "limit": .string("\(min(FleetEtcd.pageSize, Int64(most - items.count)))"),
            ]
            if !hasValues { body["keys_only"] = true }
            let page = try range(body)
            items += page.items
            guard page.hasMore, let last = page.items.last else { break }
            start = Array(last.key.utf8) + [0]
        }
        return items
    }

    /// Returns the number of keys below each prefix.
    func counts(below prefixes: [String]) throws -> [Int64] {
        var counts: [Int64] = []
        while counts.count < prefixes.count {
            let some = prefixes.dropFirst(counts.count).prefix(FleetEtcd.mostOperations)
            let operations: [JSON] = some.map { prefix in
                let range: JSONObject = [
                    "key": FleetEtcd.base64(prefix), "range_end": FleetEtcd.base64(FleetEtcd.end(of: prefix)),
                    "count_only": true,
                ]
                return .object(["request_range": .object(range)])
            }
            let response = try call("/v3/kv/txn", ["success": .array(operations)])
            let found = response.etcdObjects("responses").map {
                $0.etcdObject("response_range")?.etcdNumber("count") ?? 0
            }
            guard found.count == some.count else { throw FleetFault("the response of etcd does not have all counts") }
            counts += found
        }
        return counts
    }

    /// Writes keys if the last change of one of them has a revision; 0 means that the key does not exist.
    ///
    /// Returns whether they were written.
    func write(_ pairs: [(key: String, value: [UInt8])], ifRevision revision: Int64, of key: String) throws -> Bool {
        let compare: JSONObject = [
            "target": "MOD", "result": "EQUAL", "key": FleetEtcd.base64(key), "mod_revision": .string("\(revision)"),
        ]
        let puts: [JSON] = pairs.map { pair in
            let put: JSONObject = ["key": FleetEtcd.base64(pair.key), "value": .string(Base64.text(pair.value))]
            return .object(["request_put": .object(put)])
        }
        let body: JSONObject = ["compare": .array([.object(compare)]), "success": .array(puts)]
        return try call("/v3/kv/txn", body).etcdFlag("succeeded")
    }

    // MARK: Calls

    private func range(_ body: JSONObject) throws -> (items: [Item], hasMore: Bool) {
        let response = try call("/v3/kv/range", body)
        let items = response.etcdObjects("kvs").compactMap { object -> Item? in
            guard let key = object.etcdBytes("key"), let value = object.etcdBytes("value") else { return nil }
            return Item(
                key: String(decoding: key, as: UTF8.self),
                value: value,
                revision: object.etcdNumber("mod_revision")
            )
        }
        return (items, response.etcdFlag("more"))
    }

    private func call(_ path: String, _ body: JSONObject) throws -> JSONObject {
        var outcome: Result<JSONObject, EtcdFault>?
        client.call(path, body) { [unowned self] result in
            outcome = result
            loop.stop()
        }
        while outcome == nil { try loop.run() }
        switch outcome {
        case .success(let object)?: return object
        case .failure(let fault)?: throw FleetFault("etcd: \(fault.text)")
        case nil: throw FleetFault("etcd has not responded")
        }
    }

    private static func base64(_ text: String) -> JSON { .string(Base64.text(Array(text.utf8))) }

    /// Returns the first key after all that begin with a prefix, which ends with a slash.
    private static func end(of prefix: String) -> String { "\(prefix.dropLast())0" }
}
