package import JSONCore

/// A notification that the daemon sends to a subscriber: everything that a client must know about it.
package struct NotificationDeclaration<Parameters: JSONRecord>: AnyNotificationDeclaration {
    package let name: StaticString
    package let summary: String
    package let examples: [NotificationExample]

    package var parameters: JSONMemberTable { Parameters.fields.table }

    /// Declares a notification, with at least one example.
    package init(
        _ name: StaticString,
        _ summary: String,
        example first: NotificationExample,
        _ others: NotificationExample...
    ) {
        self.name = name
        self.summary = summary
        examples = [first] + others
    }
}

/// A notification whose parameters can have any type.
package protocol AnyNotificationDeclaration: Sendable {
    /// The value of the message's `method` member.
    var name: StaticString { get }
    /// When the daemon sends it.
    var summary: String { get }
    /// The members of `params`.
    var parameters: JSONMemberTable { get }
    /// Notifications that the daemon sends, each with the calls before it.
    var examples: [NotificationExample] { get }
}
