package import JSONCore

/// The declaration of a method, for the daemon, the clients and the reference.
package struct MethodDeclaration<Parameters: JSONRecord, Result: JSONMember>: AnyMethodDeclaration {
    package let name: StaticString
    package let summary: String
    package let access: Access
    package let scope: Scope
    package let errors: [ErrorKind]
    package let examples: [Example]

    package var parameters: JSONMemberTable { Parameters.fields.table }
    package var resultSchema: JSON { Result.schema }

    /// Declares a method, with the errors that only this method returns.
    package init(
        _ name: StaticString,
        _ access: Access,
        _ scope: Scope,
        _ summary: String,
        errors: [ErrorKind] = [],
        examples: Example...
    ) {
        self.name = name
        self.access = access
        self.scope = scope
        self.summary = summary
        self.errors = errors + scope.errors
        self.examples = examples
    }
}

/// A method whose parameters and result can have any type.
package protocol AnyMethodDeclaration: Sendable {
    /// The value of the request's `method` member.
    var name: StaticString { get }
    /// One line of documentation.
    var summary: String { get }
    /// Whether the method writes.
    var access: Access { get }
    /// The part of the daemon that the method acts on.
    var scope: Scope { get }
    /// The kinds of errors besides those of every method.
    var errors: [ErrorKind] { get }
    /// Examples of calls.
    var examples: [Example] { get }
    /// The parameters, in the order of calls by position.
    var parameters: JSONMemberTable { get }
    /// The documentation of the result.
    var resultSchema: JSON { get }
}
