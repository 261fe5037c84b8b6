/// How a ping is spelled: a fast path for one spelling is no speed.
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
