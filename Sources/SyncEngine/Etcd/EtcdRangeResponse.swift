import JSONCore

/// The response to a request for a range of keys.
struct EtcdRangeResponse {
    var header: EtcdHeader
    var items: [EtcdItem]
    /// The number of all keys in the range.
    var count: Int64

    init(_ body: [UInt8]) throws(EtcdFault) {
        guard case .object(let object)? = try? JSON.parse(body.span), let header = EtcdHeader(object) else {
            throw .endpoint("the response is not one of etcd")
        }
        self.header = header
        let objects = object.etcdObjects("kvs")
        items = objects.compactMap { EtcdItem($0) }
        guard items.count == objects.count else { throw .endpoint("the response has a key that is not base64") }
        count = object.etcdNumber("count")
    }
}
