import LoadGenerator

/// What the clients of a row request.
enum ValueWorkload: String, CaseIterable {
    /// One key, again and again.
    case get
    /// One of 10,000 keys at random, with the members of the request in another order.
    case getMany = "get-many"
    /// A new value of one key; the response comes before the flush.
    case set
    /// The same; the response comes after the flush.
    case setSync = "set-sync"

    /// The keys that `getMany` reads.
    static let manyKeys = (0..<10_000).map { "group\($0 % 13).key\($0)" }

    var title: String {
        switch self {
        case .get: "get / GET, one key"
        case .getMany: "get / GET, 10,000 keys at random"
        case .set: "set relaxed / SET everysec"
        case .setSync: "set sync / SET always"
        }
    }

    var durability: ValueServer.Durability { self == .setSync ? .sync : .relaxed }

    func requests(of server: ValueServer) -> [String] {
        switch self {
        case .get: [server.reading(ValueServer.readKey, false)]
        case .getMany: Self.shuffled(Self.manyKeys).map { server.reading($0, true) }
        case .set, .setSync: [server.writing()]
        }
    }

    func response(of server: ValueServer) -> ResponseRule {
        switch self {
        case .get, .getMany: server.readResponse
        case .set, .setSync: server.writeResponse
        }
    }

    /// Returns the keys in an order that is the same in each run.
    private static func shuffled(_ keys: [String]) -> [String] {
        var state: UInt64 = 25
        return keys.map { key in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33, key)
        }.sorted { $0.0 < $1.0 }.map { $0.1 }
    }
}

/// One row of the table of values.
struct ValueSetting {
    let workload: ValueWorkload
    let load: Setting

    /// The name for `--only`.
    var name: String { "\(workload.rawValue)/\(load.shape)" }

    /// Returns whether a word of `--only` selects the row.
    func isMeant(by word: String) -> Bool { ["values", workload.rawValue, name].contains(word) }

    static let all: [ValueSetting] = ValueWorkload.allCases.flatMap { workload in
        Setting.all.filter { $0.payload == .plain }.map { ValueSetting(workload: workload, load: $0) }
    }
}
