/// A published value, which never changes.
@usableFromInline
final class Box<Value> {
    /// The number of the publication; the first value has 0.
    let version: UInt64

    /// The number of the last publication that was announced to observers, up to this one.
    ///
    /// It is older than ``version`` if the value equals the one that it replaced.
    let announced: UInt64

    @usableFromInline let value: Value

    /// The value that this one replaced, kept while a snapshot may read it.
    ///
    /// It changes only while no snapshot can read it; see `CellStore`.
    var previous: Box<Value>?

    init(_ value: Value, _ version: UInt64, announced: UInt64) {
        self.value = value
        self.version = version
        self.announced = announced
    }

    /// Releases all older values.
    ///
    /// It releases them one by one: releasing a long chain at once would recurse and overflow the stack.
    func forgetPrevious() {
        var next = previous
        previous = nil
        while let last = next {
            next = last.previous
            last.previous = nil
        }
    }
}
