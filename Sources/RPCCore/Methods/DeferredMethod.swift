import JSONCore

/// A method that may answer after other requests were handled.
final class DeferredMethod<Parameters: JSONRecord>: Method {
    private let table = Parameters.fields.table
    private let body: (Parameters, any Peer, PendingAnswer) throws(RPCError) -> Void

    init(name: StaticString, _ body: @escaping (Parameters, any Peer, PendingAnswer) throws(RPCError) -> Void) {
        self.body = body
        super.init(name: name)
    }

    override func answer(
        _ params: JSONPlace?,
        _ text: Span<UInt8>,
        _ peer: any Peer,
        _ writer: inout JSONWriter
    ) throws(RPCError) -> PromisedAnswer? {
        let answer = PendingAnswer()
        try body(try read(params, in: text, by: table), peer, answer)
        return answer.promised
    }
}
