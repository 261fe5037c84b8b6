import SyncEngine
import TestSupport

/// An etcd with one key for each layer, whose network delays, cuts and loses what it carries.
struct SimulatedEtcd {
    private struct Change {
        let revision: Int
        let layer: Int
        /// The value; nil for a deletion.
        let value: Int?
    }

    private struct Watch {
        let layer: Int
        var next: Int
    }

    private var changes: [Change] = []
    private(set) var revision = 1
    private var compacted = 0
    private var snapshot: (changes: [Change], revision: Int) = ([], 1)
    private var watches: [Watch] = []
    /// What the stream carries, and has not delivered.
    private var carried: [UInt8] = []
    /// Whether the connection of the stream is half open: it carries nothing, and does not end.
    var isHalfOpen = false
    private var lastValue = 0

    /// Returns the value of a layer's key; nil if the key does not exist.
    func value(of layer: Int) -> Int? { changes.last { $0.layer == layer }?.value }

    // MARK: Changes

    mutating func put(_ layer: Int) {
        lastValue += 1
        change(layer, lastValue)
    }

    mutating func delete(_ layer: Int) {
        if value(of: layer) != nil { change(layer, nil) }
    }

    /// Changes a key that no layer has.
    mutating func putOther() { revision += 1 }

    private mutating func change(_ layer: Int, _ value: Int?) {
        revision += 1
        changes.append(Change(revision: revision, layer: layer, value: value))
    }

    mutating func compact() { compacted = revision }

    mutating func save() { snapshot = (changes, revision) }

    /// Continues with the last snapshot; all connections end.
    mutating func restore() {
        (changes, revision) = snapshot
        compacted = 0
        close()
    }

    // MARK: Connections

    /// Returns the response to a request for a range.
    func respond(to request: EtcdRequest, layers: Int) -> String {
        let body = String(decoding: request.body, as: UTF8.self)
        for layer in 0..<layers where body.contains(PlayedCluster.base64("/\(layer)")) {
            guard let last = changes.last(where: { $0.layer == layer }), let value = last.value else { break }
            return PlayedCluster.range("/\(layer)@\(last.revision)=\(value)", revision: revision)
        }
        return PlayedCluster.range("", revision: revision)
    }

    /// Opens a stream for the first revisions of the watches of layers.
    mutating func open(_ starts: [(layer: Int, revision: Int)]) {
        close()
        for (number, start) in starts.enumerated() {
            watches.append(Watch(layer: start.layer, next: start.revision))
            carried += PlayedCluster.created(number, revision: revision).utf8
        }
    }

    mutating func close() {
        watches = []
        carried = []
        isHalfOpen = false
    }

    /// Puts what the watches have not sent into the stream; `hasProgress` adds a message of progress to quiet ones.
    mutating func send(hasProgress: Bool) {
        for number in watches.indices {
            let id = number == 0 ? "" : ",\"watch_id\":\"\(number)\""
            guard watches[number].next > compacted || compacted == 0 else {
                carried += "{\"result\":{\"header\":{\"cluster_id\":\"7\"}\(id),\"canceled\":true,".utf8
                carried += "\"compact_revision\":\"\(compacted)\"}}\n".utf8
                watches[number].next = .max
                continue
            }
            let new = changes.filter { $0.layer == watches[number].layer && $0.revision >= watches[number].next }
            let items = new.map { change in
                "/\(change.layer)@\(change.revision)\(change.value.map { "=\($0)" } ?? "")"
            }
            if items.isEmpty, !hasProgress || watches[number].next > revision { continue }
            carried += PlayedCluster.changes(items.joined(separator: " "), revision: revision, watch: number).utf8
            watches[number].next = max(watches[number].next, revision + 1)
        }
    }

    /// Takes bytes from the stream, at most a number.
    mutating func take(_ count: Int) -> [UInt8] {
        guard !isHalfOpen else { return [] }
        let piece = Array(carried.prefix(count))
        carried.removeFirst(piece.count)
        return piece
    }
}
