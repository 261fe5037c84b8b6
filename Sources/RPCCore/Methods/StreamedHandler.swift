import JSONCore

/// The handler of a method whose result may be too long for one turn.
///
/// The type of the result is not a generic parameter. Each start creates the method table, and the runtime looks up
/// every type that the table names.
final class StreamedHandler<Parameters: JSONRecord>: MethodHandler {
    /// The declared parameters; not reference-counted, because declarations are never freed.
    private unowned(unsafe) let table: JSONMemberTable
    private let admit: ((any Peer) throws(RPCError) -> Void)?
    private let valueLimit: Int
    private let body: (Parameters, any Peer) throws(RPCError) -> any StreamedResult

    init(
        admitting admit: ((any Peer) throws(RPCError) -> Void)?,
        valueLimit: Int,
        _ body: @escaping (Parameters, any Peer) throws(RPCError) -> any StreamedResult
    ) {
        unsafe table = Parameters.fields.table
        self.admit = admit
        self.valueLimit = valueLimit
        self.body = body
    }

    override func respond(
        _ params: JSONRange?,
        _ text: Span<UInt8>,
        _ peer: any Peer,
        hasRoom: Bool,
        _ writer: inout JSONWriter
    ) throws(RPCError) -> UnwrittenResult? {
        try admit?(peer)
        if let params, params.range.count > JSONMemberTable.uncheckedBytes {
            try unsafe table.check(params, in: text, valueLimit: valueLimit)
        }
        var result = try body(try unsafe Parameters(params: params, in: text, by: table), peer)
        let start = writer.bytes.count
        do {
            if hasRoom, peer.hasTime, try result.writePiece(to: &writer) {
                return nil
            }
        } catch {
            throw RPCError(error)
        }
        return UnwrittenResult(result, from: start, to: writer)
    }
}
