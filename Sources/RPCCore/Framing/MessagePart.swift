/// The position of some bytes in the body of a message.
package struct MessagePart: Equatable, Sendable {
    package static let whole = MessagePart(isFirst: true, isLast: true)

    package let isFirst: Bool
    package let isLast: Bool

    package init(isFirst: Bool, isLast: Bool) {
        self.isFirst = isFirst
        self.isLast = isLast
    }
}
