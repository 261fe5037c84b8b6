/// What reads a value without a reference to its tuner, so that a read costs no more than the value.
///
/// The tuner must live longer.
@safe
package struct ValueReader<Value: Codable & Sendable>: @unchecked Sendable {
    private let unownedCell: Unmanaged<Cell<Value>>

    init(_ cell: Cell<Value>) { unsafe unownedCell = .passUnretained(cell) }

    /// The value in this thread's snapshot, or the newest value outside of a snapshot.
    @inline(__always)
    package var value: Value {
        unsafe unownedCell._withUnsafeGuaranteedRef { $0.value }
    }
}

// The code of another module calls `value` as a generic function. These are not generic.

extension ValueReader<Double> {
    /// The present number.
    package var number: Double { value }
}

extension ValueReader<Int64> {
    /// The present integer.
    package var integer: Int64 { value }
}

extension ValueReader<Bool> {
    /// The present boolean.
    package var boolean: Bool { value }
}
