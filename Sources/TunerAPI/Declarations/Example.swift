/// A call that succeeds on a new daemon, as JSON texts; members of the result that vary show their kind.
package struct Example: Sendable {
    /// The earlier calls on the same connection, each with a method and its params.
    package let preparation: [String]
    /// The params; empty for none.
    package let params: String
    /// The result.
    package let result: String

    /// Creates an example of a call.
    package init(after preparation: [String] = [], _ params: String = "", _ result: String) {
        self.preparation = preparation
        self.params = params
        self.result = result
    }
}
