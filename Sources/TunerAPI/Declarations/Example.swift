/// A call that works on a fresh daemon, as JSON texts; members of the result that differ each time show their kind.
package struct Example: Sendable {
    /// The params; empty for none.
    package let params: String
    /// What comes back.
    package let result: String

    /// Writes down a call.
    package init(_ params: String = "", _ result: String) {
        self.params = params
        self.result = result
    }
}
