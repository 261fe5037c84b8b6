package import JSONCore

/// A reason why etcd did not do what it was asked for.
package enum EtcdFault: Error, Equatable, Sendable {
    /// The token has expired, or the users of etcd have changed.
    case token(String)
    /// The user may not read a key.
    case denied(String)
    /// The user or the password is wrong.
    case user(String)
    /// A credential could not be read.
    case credential(String)
    /// etcd does not have the changes since the start of a watch any more.
    case compacted
    /// A lease does not exist, or exists already.
    case lease(String)
    /// Every other failure, of the endpoint or of the way to it.
    case endpoint(String)

    /// Creates the fault of a code of gRPC and its message.
    init(code: Int64, message: String) {
        // A reason for the end of a watch begins with `rpc error: code = … desc = `.
        let parts = message.parts(around: " desc = ")
        let message = parts.count > 1 ? String(message[parts[1].startIndex...]) : message
        let has = { (text: String) in message.containsText(text) }
        let shown = message.shortened.shownWhole
        if code == 16 || has("invalid auth token") || has("revision of auth store is old") || has("user name is empty")
        {
            self = .token(shown)
        } else if has("requested lease not found") || has("lease already exists") {
            self = .lease(shown)
        } else if has("authentication failed") {
            self = .user(shown)
        } else if code == 7 || has("permission denied") {
            self = .denied(shown)
        } else {
            self = .endpoint(shown)
        }
    }

    /// Reads the fault in the body of a response, or in a message of a stream.
    package init(_ object: JSONObject, status: Int) {
        let inner = object.etcdObject("error") ?? object
        let code = max(inner.etcdNumber("code"), inner.etcdNumber("grpc_code"))
        let message = inner.etcdText("message") ?? inner.etcdText("error")
        self.init(code: code, message: message ?? EtcdFault.words(status))
    }

    /// Reads the fault of a response whose status is not 200.
    package init(status: Int, body: [UInt8]) {
        if case .object(let object)? = try? JSON.parse(body.span) {
            self.init(object, status: status)
        } else {
            self = status == 401 ? .token(EtcdFault.words(status)) : .endpoint(EtcdFault.words(status))
        }
    }

    private static func words(_ status: Int) -> String { "etcd responded with the status \(status)" }

    /// The reason, as the end of a sentence.
    package var text: String {
        switch self {
        case .token(let text), .denied(let text), .user(let text), .credential(let text), .lease(let text),
            .endpoint(let text):
            text
        case .compacted: "etcd has compacted the changes of a watch"
        }
    }

    /// Whether the next attempt can succeed without a wait.
    var mayPassAtOnce: Bool {
        switch self {
        case .token, .endpoint, .compacted, .lease: true
        case .denied, .user, .credential: false
        }
    }

    /// What a person reads about it.
    var fetchFault: FetchFault { if case .credential = self { .credential(text) } else { .network(text) } }

    /// Returns whether another fault has the same cause.
    package func isSameKind(as other: EtcdFault) -> Bool {
        switch (self, other) {
        case (.token, .token), (.denied, .denied), (.user, .user), (.lease, .lease), (.endpoint, .endpoint): true
        case (.credential(let text), .credential(let other)): text == other
        default: false
        }
    }
}
