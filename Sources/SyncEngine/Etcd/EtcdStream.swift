/// The open watch stream of a cluster.
struct EtcdStream {
    /// The number of its request.
    let number: Int
    var lines = EtcdLines()
    /// The layers whose watches etcd has not created yet, in the order of their requests.
    var uncreated: [String]
    /// When all watches must have been created; nil if they are.
    var createdDue: Duration?
}
