/// A request to an endpoint of etcd; the response of a watch request is a stream.
package struct EtcdRequest: Sendable, Equatable {
    /// What identifies the request.
    package let number: Int
    package let url: String
    /// The body; empty for an authentication, whose body has the password.
    package let body: [UInt8]
    /// The value of the field `Authorization`; nil without a user.
    package let token: String?
    /// The longest time until the end of the response; nil for a stream.
    package let timeout: Duration?
    /// The limit for the bytes of the response; a stream has none.
    package let mostBytes: Int
    package let certificates: String?
}

/// How a request to etcd, or a watch stream, ended.
package enum EtcdReply: Sendable {
    case response(status: Int, body: [UInt8])
    /// There is no response; the reason is the end of a sentence.
    case failed(String)
    /// The response has more bytes than the request allows.
    case tooLong(most: Int)
    /// A credential is missing; the reason is a sentence.
    case credential(String)
}

/// What the process around a cluster must do.
package enum EtcdAction: Sendable, Equatable {
    case send(EtcdRequest)
    /// Send the user and the password.
    case authenticate(EtcdRequest, user: String, password: SyncSource.FieldValue)
    /// Open a watch stream, and pass each piece of it.
    case open(EtcdRequest)
    /// Close the watch stream.
    case close
    /// Deliver the outcome of a layer to the engine.
    case deliver(String, FetchOutcome)
}
