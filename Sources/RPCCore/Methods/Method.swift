import JSONCore

/// A method that requests can call.
package final class Method {
    package let name: StaticString
    private let makeHandler: () -> MethodHandler
    /// The handler, created by the first call: a daemon declares many methods, but most processes use only a few.
    private var handler: MethodHandler?

    init(name: StaticString, _ makeHandler: @escaping () -> MethodHandler) {
        self.name = name
        self.makeHandler = makeHandler
    }

    /// Decodes the parameters, calls the method, and writes the result or its first part.
    @inline(__always)
    func respond(
        _ params: JSONRange?,
        _ text: Span<UInt8>,
        _ peer: any Peer,
        hasRoom: Bool,
        _ writer: inout JSONWriter
    ) throws(RPCError) -> UnwrittenResult? {
        try (handler ?? firstHandler()).respond(params, text, peer, hasRoom: hasRoom, &writer)
    }

    @inline(never)
    private func firstHandler() -> MethodHandler {
        let made = makeHandler()
        handler = made
        return made
    }
}

/// The implementation of a method; each subclass knows the types of the parameters and the result.
///
/// This is a class because a call through a closure retains the captured values each time.
class MethodHandler {
    /// Decodes the parameters, calls the method and writes the result; returns what a later turn must write.
    ///
    /// If `hasRoom` is false, the result is computed but not written.
    func respond(
        _ params: JSONRange?,
        _ text: Span<UInt8>,
        _ peer: any Peer,
        hasRoom: Bool,
        _ writer: inout JSONWriter
    ) throws(RPCError) -> UnwrittenResult? {
        preconditionFailure("each subclass overrides this function")
    }
}
