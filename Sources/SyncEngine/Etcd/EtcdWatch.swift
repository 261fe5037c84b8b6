/// A source in etcd, with what is known of its content and its watch.
struct EtcdWatch {
    var source: SyncSource
    let range: EtcdKeyRange
    /// The content; nil if it must be loaded.
    var content: EtcdContent?
    /// The first revision that the stream has not delivered: where the next watch starts.
    var next: Int64 = 0
    /// The number that etcd has given the watch; nil while there is none.
    var number: Int64?
    /// Whether the source has no watch, because its content cannot be read although the endpoint works.
    var isExcluded = false
    /// Whether the next content must be delivered, even if it is the same.
    var needsDelivery = true
    var delivered = Duration.zero
    /// When the next check is due; nil while one is sent, or without a stream.
    var checkDue: Duration?
    /// The revision of the content when a check found a change that the stream had not delivered; nil if none has.
    var missedAt: Int64?

    init?(_ source: SyncSource) {
        guard let etcd = source.etcd else { return nil }
        self.source = source
        range = EtcdKeyRange(etcd, in: source.context)
    }

    var layer: String { source.layer }

    /// The limit for the bytes of a response: base64 and the numbers of each key need more than the payload.
    var mostResponseBytes: Int { min(2 * source.mostBytes + 1 << 20, 1 << 30) }
}
