import TransferCore

extension TransferRequest {
    /// Creates a request to the gateway of etcd.
    init(toEtcd url: String, _ body: [UInt8], token: String?, certificates: String?) {
        self.init(url)
        fields = [("Content-Type", "application/json")]
        if let token { fields.append(("Authorization", token)) }
        self.body = body
        self.certificates = certificates
        hasOwnConnection = true
    }
}
