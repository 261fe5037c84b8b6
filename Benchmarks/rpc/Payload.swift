/// The spelling of a ping.
///
/// Several spellings show that a server is not fast for one spelling only.
enum Payload: String, CaseIterable {
    case plain
    case reordered
    case spaced

    /// The spellings, sent in turn.
    var requests: [String] {
        switch self {
        case .plain:
            [#"{"jsonrpc":"2.0","id":%d,"method":"ping"}"#]
        case .reordered:
            [
                #"{"method":"ping","id":%d,"jsonrpc":"2.0"}"#,
                #"{"id":%d,"method":"ping","jsonrpc":"2.0"}"#,
                #"{"method":"ping","jsonrpc":"2.0","id":%d}"#,
            ]
        case .spaced:
            ["{\n  \"jsonrpc\" : \"2.0\",\n\t\"id\" : %d,\n\t\"method\" : \"ping\"\n}"]
        }
    }
}
