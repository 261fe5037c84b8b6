import JSONCore

/// The token that etcd gives to a user with a password.
package enum EtcdToken {
    /// Reads the token in a response to an authentication.
    package static func read(_ body: [UInt8]) throws(EtcdFault) -> String {
        guard case .object(let object)? = try? JSON.parse(body.span), let token = object.etcdText("token"),
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .endpoint("the response of etcd has no token") }
        return token
    }
}
