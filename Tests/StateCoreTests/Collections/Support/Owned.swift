/// A value that knows whether it has more than one owner.
struct Owned: Sendable {
    private final class Content: Sendable {}

    private var content = Content()

    mutating func isHeldAlone() -> Bool { isKnownUniquelyReferenced(&content) }
}
