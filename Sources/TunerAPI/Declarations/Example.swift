/// A call that works on a fresh daemon, as JSON texts; members of the result that differ each time show their kind.
package struct Example: Sendable {
    /// Calls that are made before it on the same connection, each a method and its params.
    package let preparation: [String]
    /// The params; empty for none.
    package let params: String
    /// What comes back.
    package let result: String

    /// Writes down a call.
    package init(after preparation: [String] = [], _ params: String = "", _ result: String) {
        self.preparation = preparation
        self.params = params
        self.result = result
    }
}
