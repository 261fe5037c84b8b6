/// A value that can tell whether anyone else has it too.
struct Owned: Sendable {
    private final class Content: Sendable {}

    private var content = Content()

    mutating func isHeldAlone() -> Bool { isKnownUniquelyReferenced(&content) }
}
