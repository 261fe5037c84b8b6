import JSONCore
import SyncEngine

/// A cluster of etcd with a clock that a test sets, and a record of what the cluster asked for.
struct PlayedCluster {
    var cluster: EtcdCluster
    var now = Duration.seconds(1_000)
    private(set) var actions: [EtcdAction] = []
    /// The open stream; nil if there is none.
    private(set) var stream: EtcdRequest?
    /// The requests without a response.
    private(set) var requests: [EtcdRequest] = []

    init(_ sources: [SyncSource]) {
        cluster = EtcdCluster(sources, seed: 1)
        record(cluster.advance(at: now))
    }

    static func source(
        _ layer: String = "team",
        _ keys: EtcdLocation.Keys = .key("/k"),
        endpoints: [String] = ["http://one", "http://two"],
        user: String? = nil
    ) -> SyncSource {
        var source = SyncSource(layer: layer, url: "")
        var etcd = EtcdLocation(endpoints: endpoints, keys: keys)
        etcd.user = user
        etcd.password = user.map { _ in .file("/secret") }
        source.etcd = etcd
        source.interval = .seconds(10)
        return source
    }

    /// Returns a cluster whose stream is open, after the sources were loaded at a revision.
    static func watching(_ sources: [SyncSource], _ values: String = "", revision: Int = 10) -> PlayedCluster {
        var played = PlayedCluster(sources)
        for _ in sources { played.respond(PlayedCluster.range(values, revision: revision)) }
        for number in sources.indices { played.receive(PlayedCluster.created(number, revision: revision)) }
        return played
    }

    mutating func record(_ new: [EtcdAction]) {
        actions = new
        for action in new {
            switch action {
            case .send(let request), .authenticate(let request, _, _): requests.append(request)
            case .open(let request): stream = request
            case .close: stream = nil
            case .deliver: break
            }
        }
    }

    /// The outcomes that the last actions deliver.
    var delivered: [String] {
        actions.compactMap { action in
            guard case .deliver(let layer, let outcome) = action else { return nil }
            return switch outcome {
            case .content(let bytes, _): "\(layer) \(String(decoding: bytes, as: UTF8.self))"
            case .unusable(let reason): "\(layer) is unusable: \(reason)"
            case .failed(let fault): "\(layer) has failed: \(fault)"
            case .notModified: "\(layer) is the same"
            }
        }
    }

    /// The lines of the open stream's request.
    var creations: [JSONObject] {
        (stream?.body ?? []).split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard case .object(let object)? = try? JSON.parse(Array(line).span),
                case .object(let creation)? = object["create_request"]
            else { return nil }
            return creation
        }
    }

    /// The first revisions of the watches.
    var starts: [String] {
        creations.compactMap { if case .string(let text)? = $0["start_revision"] { text } else { nil } }
    }

    // MARK: What happens

    /// Responds to the oldest request.
    mutating func respond(_ text: String, status: Int = 200) {
        reply(.response(status: status, body: Array(text.utf8)))
    }

    mutating func reply(_ reply: EtcdReply) {
        guard !requests.isEmpty else { return record([]) }
        record(cluster.receive(reply, of: requests.removeFirst().number, at: now))
    }

    /// Replies to a request that was removed.
    mutating func reply(_ reply: EtcdReply, to request: EtcdRequest) {
        record(cluster.receive(reply, of: request.number, at: now))
    }

    mutating func removeRequest(at index: Int) -> EtcdRequest { requests.remove(at: index) }

    mutating func receive(_ text: String) { receive(Array(text.utf8)) }

    mutating func receive(_ piece: [UInt8]) {
        record(cluster.receive(piece, ofStream: stream?.number ?? 0, at: now))
    }

    mutating func endStream(_ reply: EtcdReply = .failed("connection reset")) {
        let number = stream?.number ?? 0
        stream = nil
        record(cluster.endStream(number, reply, at: now))
    }

    mutating func advance(by time: Duration) {
        now += time
        record(cluster.advance(at: now))
    }

    /// Lets the time pass until something is due.
    mutating func advanceToDeadline() { advance(by: (cluster.deadline ?? now) - now) }

    // MARK: Texts of etcd

    static func header(_ revision: Int, cluster: String = "7") -> String {
        #""header":{"cluster_id":"\#(cluster)","member_id":"1","revision":"\#(revision)","raft_term":"2"}"#
    }

    /// Returns a response with keys and values: `/k@5=1` is the key `/k` with the value `1`, changed last at 5.
    static func range(_ items: String, revision: Int, count: Int? = nil, cluster: String = "7") -> String {
        let items = items.split(separator: " ").map { item($0) }
        let count = count ?? items.count
        let members = items.isEmpty ? "" : ",\"kvs\":[\(items.joined(separator: ","))],\"count\":\"\(count)\""
        return "{\(header(revision, cluster: cluster))\(members)}"
    }

    static func created(_ number: Int, revision: Int) -> String {
        let id = number == 0 ? "" : ",\"watch_id\":\"\(number)\""
        return "{\"result\":{\(header(revision))\(id),\"created\":true}}\n"
    }

    /// Returns a message with changes; `/k@5` without a value is a deletion.
    static func changes(_ items: String, revision: Int, watch: Int = 0) -> String {
        let events = items.split(separator: " ").map { text in
            text.contains("=") ? "{\"kv\":\(item(text))}" : "{\"type\":\"DELETE\",\"kv\":\(item(text))}"
        }
        let id = watch == 0 ? "" : ",\"watch_id\":\"\(watch)\""
        let list = events.isEmpty ? "" : ",\"events\":[\(events.joined(separator: ","))]"
        return "{\"result\":{\(header(revision))\(id)\(list)}}\n"
    }

    private static func item(_ text: Substring) -> String {
        let halves = text.split(separator: "=", maxSplits: 1)
        let parts = halves[0].split(separator: "@")
        let value = halves.count > 1 ? ",\"value\":\"\(base64(halves[1]))\"" : ""
        return """
            {"key":"\(base64(parts[0]))","create_revision":"2","mod_revision":"\(parts[1])","version":"\(parts[1])"\(value)}
            """
    }

    /// Encodes independently of the code under test.
    static func base64(_ text: Substring) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var bits = text.utf8.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        let padding = (3 - text.utf8.count % 3) % 3
        while bits.count % 6 != 0 { bits.append(0) }
        var result = ""
        for start in stride(from: 0, to: bits.count, by: 6) {
            result.append(letters[bits[start..<start + 6].reduce(0) { $0 * 2 + Int($1) }])
        }
        return result + String(repeating: "=", count: padding)
    }
}
