import JSONCore

/// A message of a watch stream.
struct EtcdStreamMessage {
    /// A change of a key.
    struct Change {
        var item: EtcdItem
        var isDeletion: Bool
    }

    var header: EtcdHeader
    /// The watch that the message belongs to; -1 for one that could not be created.
    var watch: Int64
    var isCreated: Bool
    var isCanceled: Bool
    /// The first revision that etcd still has; 0 unless the start of the watch is older.
    var compactRevision: Int64
    var cancelReason: String?
    var changes: [Change]

    /// Reads a line of a stream; throws the fault that etcd ends a stream with.
    init(_ line: Span<UInt8>) throws(EtcdFault) {
        guard case .object(let object)? = try? JSON.parse(line) else {
            throw .endpoint("the stream has a message that is not JSON")
        }
        guard let result = object.etcdObject("result") else { throw EtcdFault(object, status: 200) }
        guard let header = EtcdHeader(result) else { throw .endpoint("the stream has a message without a header") }
        self.header = header
        watch = result.etcdNumber("watch_id")
        isCreated = result.etcdFlag("created")
        isCanceled = result.etcdFlag("canceled")
        compactRevision = result.etcdNumber("compact_revision")
        cancelReason = result.etcdText("cancel_reason")
        changes = []
        for event in result.etcdObjects("events") {
            guard let item = event.etcdObject("kv").flatMap({ EtcdItem($0) }) else {
                throw .endpoint("the stream has a change without a key")
            }
            changes.append(Change(item: item, isDeletion: event["type"] == "DELETE"))
        }
    }

    /// Whether the message says only that everything up to its revision was sent.
    var isProgress: Bool { !isCreated && !isCanceled && changes.isEmpty }
}
