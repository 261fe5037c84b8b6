import JSONCore

/// A method that answers at once.
final class ImmediateMethod<Parameters: JSONRecord, Result: JSONWritable>: Method {
    private let table = Parameters.fields.table
    private let body: (Parameters, any Peer) throws(RPCError) -> Result

    init(name: StaticString, _ body: @escaping (Parameters, any Peer) throws(RPCError) -> Result) {
        self.body = body
        super.init(name: name)
    }

    override func answer(
        _ params: JSONPlace?,
        _ text: Span<UInt8>,
        _ peer: any Peer,
        _ writer: inout JSONWriter
    ) throws(RPCError) -> PromisedAnswer? {
        let result = try body(try read(params, in: text, by: table), peer)
        do {
            try result.write(to: &writer)
        } catch {
            throw RPCError(error)
        }
        return nil
    }
}
