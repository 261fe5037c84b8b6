package import JSONCore

/// A notification: what the daemon tells a subscriber, once.
package struct NotificationDeclaration<Parameters: JSONRecord>: AnyNotificationDeclaration {
    package let name: StaticString
    package let summary: String

    package var parameters: JSONMemberTable { Parameters.fields.table }

    /// Declares a notification.
    package init(_ name: StaticString, _ summary: String) {
        self.name = name
        self.summary = summary
    }
}

/// What is known of a notification whatever it carries.
package protocol AnyNotificationDeclaration: Sendable {
    /// The name of its method member.
    var name: StaticString { get }
    /// When it is sent, in a line.
    var summary: String { get }
    /// What it carries.
    var parameters: JSONMemberTable { get }
}
