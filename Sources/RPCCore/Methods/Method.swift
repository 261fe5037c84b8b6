import JSONCore

/// A method that can be called; subclasses know the types of its parameters and its result.
///
/// A class and no closure: a closure holds what it captured anew at each call.
package class Method {
    /// The name that requests call it by.
    package let name: StaticString

    init(name: StaticString) {
        self.name = name
    }

    /// Reads the parameters and writes the result, or answers with a promise to do so later.
    func answer(
        _ params: JSONPlace?,
        _ text: Span<UInt8>,
        _ peer: any Peer,
        _ writer: inout JSONWriter
    ) throws(RPCError) -> PromisedAnswer? {
        preconditionFailure("a method answers by its subclass")
    }

    /// What a request's params are as a record.
    final func read<Parameters: JSONRecord>(
        _ params: JSONPlace?,
        in text: Span<UInt8>,
        by table: borrowing JSONMemberTable
    ) throws(RPCError) -> Parameters {
        do {
            return try Parameters(members: params, in: text, by: table)
        } catch {
            throw RPCError(error)
        }
    }
}
