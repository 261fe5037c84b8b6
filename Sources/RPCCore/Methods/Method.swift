import JSONCore

/// A method that can be called.
package final class Method {
    /// The name that requests call it by.
    package let name: StaticString
    private let makeHandler: () -> MethodHandler
    /// Made when the method is first called: a daemon that starts declares many and is asked for a few.
    private var handler: MethodHandler?

    init(name: StaticString, _ makeHandler: @escaping () -> MethodHandler) {
        self.name = name
        self.makeHandler = makeHandler
    }

    /// Reads the parameters and writes the result, or its beginning.
    @inline(__always)
    func answer(
        _ params: JSONRange?,
        _ text: Span<UInt8>,
        _ peer: any Peer,
        hasRoom: Bool,
        _ writer: inout JSONWriter
    ) throws(RPCError) -> UnwrittenResult? {
        try (handler ?? firstHandler()).answer(params, text, peer, hasRoom: hasRoom, &writer)
    }

    @inline(never)
    private func firstHandler() -> MethodHandler {
        let made = makeHandler()
        handler = made
        return made
    }
}

/// What answers a method; subclasses know the types of its parameters and its result.
///
/// A class and no closure: a closure holds what it captured anew at each call.
class MethodHandler {
    /// Reads the parameters and writes the result; without room, or where it is too long for a turn, leaves what is left.
    func answer(
        _ params: JSONRange?,
        _ text: Span<UInt8>,
        _ peer: any Peer,
        hasRoom: Bool,
        _ writer: inout JSONWriter
    ) throws(RPCError) -> UnwrittenResult? {
        preconditionFailure("a method answers by its subclass")
    }
}
