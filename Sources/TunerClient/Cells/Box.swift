/// A value that was published once and never changes.
@usableFromInline
final class Box<Value> {
    /// Which publication it was; the first value has 0.
    let version: UInt64

    @usableFromInline let value: Value

    /// What counted before, for as long as a snapshot may look at it; changed where no snapshot can be, see `Store`.
    var previous: Box<Value>?

    init(_ value: Value, _ version: UInt64) {
        self.value = value
        self.version = version
    }

    /// Lets go of all that counted before; one by one, since a long row that ends at once would need as deep a stack.
    func forgetPrevious() {
        var next = previous
        previous = nil
        while let last = next {
            next = last.previous
            last.previous = nil
        }
    }
}
