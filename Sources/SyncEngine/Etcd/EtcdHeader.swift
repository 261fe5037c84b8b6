import JSONCore

/// The header of a response of etcd.
struct EtcdHeader: Equatable {
    var cluster: String
    /// The revision of the last change that the member has applied.
    var revision: Int64

    /// Reads the header of a response; nil if it has none.
    init?(_ response: JSONObject) {
        guard let header = response.etcdObject("header") else { return nil }
        cluster = header.etcdText("cluster_id") ?? ""
        revision = header.etcdNumber("revision")
    }
}
