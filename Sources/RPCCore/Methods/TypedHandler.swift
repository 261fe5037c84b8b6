import JSONCore

/// The handler of a method that writes its whole result at once.
final class TypedHandler<Parameters: JSONRecord, Result: JSONWritable>: MethodHandler {
    /// The declared parameters; not reference-counted, because declarations are never freed.
    private unowned(unsafe) let table: JSONMemberTable
    private let admit: ((any Peer) throws(RPCError) -> Void)?
    private let valueLimit: Int
    private let fastHandler: FastHandler?
    private let misread: ((Parameters, any Peer, RPCError) -> Void)?
    private let body: (Parameters, any Peer) throws(RPCError) -> Result

    init(
        admitting admit: ((any Peer) throws(RPCError) -> Void)?,
        valueLimit: Int,
        fastHandler: FastHandler?,
        whenMisread misread: ((Parameters, any Peer, RPCError) -> Void)?,
        _ body: @escaping (Parameters, any Peer) throws(RPCError) -> Result
    ) {
        unsafe table = Parameters.fields.table
        self.admit = admit
        self.valueLimit = valueLimit
        self.fastHandler = fastHandler
        self.misread = misread
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
        if let fastHandler, let params, hasRoom, fastHandler(params, text, peer, &writer) {
            return nil
        }
        let result = try body(try read(params, in: text, from: peer), peer)
        guard hasRoom else { return left(result, to: writer) }
        do {
            try result.write(to: &writer)
        } catch {
            throw RPCError(error)
        }
        return nil
    }

    /// Leaves the whole result to a later turn.
    ///
    /// This is a separate function, and not inlined, because each call of `respond` would otherwise look up types,
    /// which takes 300 instructions.
    @inline(never)
    private func left(_ result: Result, to writer: borrowing JSONWriter) -> UnwrittenResult {
        UnwrittenResult(WholeResult(result: result), from: writer.bytes.count, to: writer)
    }

    private func read(
        _ params: JSONRange?,
        in text: Span<UInt8>,
        from peer: any Peer
    ) throws(RPCError) -> Parameters {
        do {
            return try unsafe Parameters(params: params, in: text, by: table)
        } catch {
            misread?(Parameters(legible: params, in: text), peer, error)
            throw error
        }
    }
}

extension JSONMemberTable {
    /// Parameters up to this size are decoded without a size check, because decoding them is cheap.
    static let uncheckedBytes = 64 << 10

    /// Throws if a parameter is larger than its limit.
    @inline(never)
    borrowing func check(_ params: JSONRange, in text: Span<UInt8>, valueLimit: Int) throws(RPCError) {
        do {
            try checkSizes(params, in: text, limit: valueLimit)
        } catch {
            throw RPCError(error)
        }
    }
}

extension JSONRecord {
    /// Creates a record from the params of a request.
    init(
        params: JSONRange?,
        in text: Span<UInt8>,
        by table: borrowing JSONMemberTable
    ) throws(RPCError) {
        do {
            try self.init(members: params, in: text, by: table)
        } catch {
            throw RPCError(error)
        }
    }
}
