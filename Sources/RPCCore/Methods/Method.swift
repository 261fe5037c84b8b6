import JSONCore

/// A method that can be called.
package struct Method {
    /// Writes the result, or answers with a promise to do so later.
    typealias Handler = (JSONPlace?, Span<UInt8>, any Peer, inout JSONWriter) throws(RPCError) -> PromisedAnswer?

    /// The name that requests call it by.
    package let name: StaticString

    let handler: Handler
}
