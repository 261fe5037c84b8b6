package import JSONCore

/// A method: everything that a server, a client, a document or a person must know of it, once.
package struct MethodDeclaration<Parameters: JSONRecord, Result: JSONMember>: AnyMethodDeclaration {
    package let name: StaticString
    package let summary: String
    package let access: Access
    package let scope: Scope
    package let errors: [ErrorKind]
    package let examples: [Example]

    package var parameters: JSONMemberTable { Parameters.fields.table }
    package var resultSchema: JSON { Result.schema }

    /// Declares a method, with the errors that are its own.
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

/// What is known of a method whatever its types are.
package protocol AnyMethodDeclaration: Sendable {
    /// The name that requests call it by.
    var name: StaticString { get }
    /// What it does, in a line.
    var summary: String { get }
    /// Whether it changes anything.
    var access: Access { get }
    /// What it acts on.
    var scope: Scope { get }
    /// The kinds of error that it adds to those any method may answer.
    var errors: [ErrorKind] { get }
    /// Calls that work.
    var examples: [Example] { get }
    /// The parameters in the order that by-position calls use.
    var parameters: JSONMemberTable { get }
    /// What the result is.
    var resultSchema: JSON { get }
}
